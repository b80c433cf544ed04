package dev.prescient.agent.instrument;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Hooks at accesses of racy variables in the application: the values read and written go through
 * the memory model, which is told of what the program writes out, too. Straight-line code with
 * fresh locals; no frame changes.
 *
 * <p>Accesses of one array type are hooked everywhere, so that no write of an element is missed; of
 * reference arrays all are, since the static type may be wider than the array's. A store to a field
 * of an object under construction, before its super constructor ran, is left alone: {@code this}
 * cannot be passed on there, and no other thread can see it.
 */
final class MemoryPass implements Pass {
  private final RacyVariables racy;
  private final boolean racyReferenceArrays;

  MemoryPass(RacyVariables racy) {
    this.racy = racy;
    this.racyReferenceArrays = racy.arrays().stream().anyMatch(MemoryPass::isReferenceArray);
  }

  @Override
  public boolean weave(WovenClass c) {
    if (!c.isApplication()) {
      return false;
    }
    boolean changed = false;
    for (MethodNode m : c.node.methods) {
      changed |= weave(c, m);
    }
    return changed;
  }

  private boolean weave(WovenClass c, MethodNode m) {
    boolean writesOut = output(c, m);
    List<AccessHook> hooks = hooks(c, m);
    if (hooks.isEmpty()) {
      return writesOut;
    }
    int locals = m.maxLocals;
    m.maxLocals += AccessHook.LOCALS;
    BitSet loops = loops(c.original(m));
    for (AccessHook hook : hooks) {
      int site = c.site(m, hook.insn(), hook.detail());
      if (loops.get(c.index(m, hook.insn()))) {
        c.markLoop(site);
      }
      hook.insert(c, m.instructions, locals, site);
    }
    return true;
  }

  /** Tells the memory model of calls that write something out. */
  private static boolean output(WovenClass c, MethodNode m) {
    boolean changed = false;
    for (AbstractInsnNode insn : c.original(m)) {
      if (insn instanceof MethodInsnNode call && OutputCalls.isOutput(call)) {
        InsnList hook = new InsnList();
        hook.add(new LdcInsnNode(c.site(m, call, call.owner + "." + call.name + " " + call.desc)));
        hook.add(
            new MethodInsnNode(Opcodes.INVOKESTATIC, AccessHook.HOOKS, "writesOut", "(I)V", false));
        m.instructions.insertBefore(call, hook);
        changed = true;
      }
    }
    return changed;
  }

  /** The accesses of racy variables in a method, in order. */
  List<AccessHook> hooks(WovenClass c, MethodNode m) {
    List<AccessHook> hooks = new ArrayList<>();
    ArrayTypes arrays = null;
    AbstractInsnNode superCall = SuperCall.find(c.node, m);
    boolean constructed = superCall == null;
    for (AbstractInsnNode insn : c.original(m)) {
      AccessHook hook = null;
      if (insn instanceof FieldInsnNode f) {
        hook = constructed || f.getOpcode() != Opcodes.PUTFIELD ? field(c, f) : null;
      } else if (ArrayTypes.isAccess(insn) && !racy.arrays().isEmpty()) {
        arrays = arrays == null ? new ArrayTypes(c.node, m) : arrays;
        hook = element(c, insn, arrays.of(insn));
      } else if (insn == superCall) {
        constructed = true;
      }
      if (hook != null) {
        hooks.add(hook);
      }
    }
    return hooks;
  }

  private @Nullable AccessHook field(WovenClass c, FieldInsnNode f) {
    Optional<ClassInfo.Field> found = c.hierarchy.field(f.owner, f.name, f.desc, c.loader);
    if (found.isEmpty() || found.get().isFinal() || found.get().isVolatile()) {
      return null;
    }
    String key = found.get().key();
    if (!racy.fields().contains(key)) {
      return null;
    }
    AccessHook hook = new AccessHook(f, key, Type.getType(f.desc), found.get().owner().name());
    return !hook.isStore() && !accessible(c, hook.type()) ? null : hook;
  }

  private @Nullable AccessHook element(WovenClass c, AbstractInsnNode insn, @Nullable Type array) {
    if (array == null) {
      return null;
    }
    String descriptor = array.getDescriptor();
    boolean hooked =
        isReferenceArray(descriptor) ? racyReferenceArrays : racy.arrays().contains(descriptor);
    if (!hooked) {
      return null;
    }
    AccessHook hook = new AccessHook(insn, descriptor, Type.getType(descriptor.substring(1)), null);
    return !hook.isStore() && !accessible(c, hook.type()) ? null : hook;
  }

  /** Whether a cast to the type links in this class: public, or of the same package. */
  private static boolean accessible(WovenClass c, Type type) {
    Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
    if (element.getSort() != Type.OBJECT
        || packageOf(element.getInternalName()).equals(packageOf(c.node.name))) {
      return true;
    }
    return c.hierarchy
        .find(element.getInternalName(), c.loader)
        .map(i -> (i.access() & Opcodes.ACC_PUBLIC) != 0)
        .orElse(true);
  }

  private static String packageOf(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('/')));
  }

  private static boolean isReferenceArray(String descriptor) {
    return descriptor.startsWith("[L") || descriptor.startsWith("[[");
  }

  /** Indexes of real instructions between the target of a backward jump and the jump. */
  private static BitSet loops(AbstractInsnNode[] original) {
    IdentityHashMap<LabelNode, Integer> labels = new IdentityHashMap<>();
    BitSet loops = new BitSet();
    int at = 0;
    for (AbstractInsnNode insn : original) {
      if (insn instanceof LabelNode label) {
        labels.put(label, at);
      } else if (insn instanceof JumpInsnNode jump && labels.containsKey(jump.label)) {
        loops.set(labels.get(jump.label), at + 1);
      }
      at += insn.getOpcode() >= 0 ? 1 : 0;
    }
    return loops;
  }
}
