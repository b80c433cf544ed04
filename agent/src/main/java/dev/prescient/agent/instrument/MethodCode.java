package dev.prescient.agent.instrument;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/** A method's instructions by place, as they were before any pass. */
final class MethodCode implements Opcodes {
  final WovenClass woven;
  final MethodNode method;
  final AbstractInsnNode[] insns;
  private final IdentityHashMap<AbstractInsnNode, Integer> places = new IdentityHashMap<>();

  MethodCode(WovenClass woven, MethodNode method) {
    this.woven = woven;
    this.method = method;
    this.insns = woven.original(method);
    for (int k = 0; k < insns.length; k++) {
      places.put(insns[k], k);
    }
  }

  /** Labels where control may come from elsewhere, and where try blocks begin and end. */
  Set<LabelNode> joints() {
    Set<LabelNode> joints = new HashSet<>();
    for (AbstractInsnNode insn : insns) {
      joints.addAll(targets(insn));
    }
    for (TryCatchBlockNode b : method.tryCatchBlocks) {
      joints.addAll(List.of(b.start, b.end, b.handler));
    }
    return joints;
  }

  /** The place of one of the method's own instructions; after them all if it is another's. */
  int at(AbstractInsnNode insn) {
    return places.getOrDefault(insn, insns.length);
  }

  /** The frame at a label, or null. */
  @Nullable FrameNode frameAt(int label) {
    for (int k = label; k < insns.length && insns[k].getOpcode() < 0; k++) {
      if (insns[k] instanceof FrameNode f) {
        return f;
      }
    }
    return null;
  }

  /** The next real instruction at or after a place. */
  AbstractInsnNode realAt(int at) {
    int k = at;
    while (insns[k].getOpcode() < 0) {
      k++;
    }
    return insns[k];
  }

  /** Whether an instruction may end in an exception. */
  static boolean mayThrow(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    return switch (opcode) {
      case IDIV, LDIV, IREM, LREM, ARRAYLENGTH, ATHROW, CHECKCAST, INSTANCEOF -> true;
      case NEW, NEWARRAY, ANEWARRAY, MULTIANEWARRAY, MONITORENTER, MONITOREXIT -> true;
      case GETFIELD, PUTFIELD, GETSTATIC, PUTSTATIC -> true;
      case LDC -> !(((LdcInsnNode) insn).cst instanceof Number);
      default ->
          ArrayTypes.isAccess(insn)
              || (opcode >= INVOKEVIRTUAL && opcode <= INVOKEDYNAMIC)
              || (opcode >= IRETURN && opcode <= RETURN);
    };
  }

  /** Where an instruction may jump. */
  static List<LabelNode> targets(AbstractInsnNode insn) {
    if (insn instanceof JumpInsnNode jump) {
      return List.of(jump.label);
    }
    if (insn instanceof TableSwitchInsnNode s) {
      List<LabelNode> all = new ArrayList<>(s.labels);
      all.add(s.dflt);
      return all;
    }
    if (insn instanceof LookupSwitchInsnNode s) {
      List<LabelNode> all = new ArrayList<>(s.labels);
      all.add(s.dflt);
      return all;
    }
    return List.of();
  }

  /** Whether a field is known not to be volatile. */
  boolean isPlain(FieldInsnNode f) {
    Optional<ClassInfo.Field> field = woven.hierarchy.field(f.owner, f.name, f.desc, woven.loader);
    return field.isPresent() && !field.get().isVolatile();
  }
}
