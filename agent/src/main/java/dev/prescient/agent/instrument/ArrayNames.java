package dev.prescient.agent.instrument;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The fields through which a method's code reaches arrays, for reports: {@code a.b.C.counts[]} says
 * more than {@code long[]}. Found by walking back from an access through straight code, and through
 * a local variable that is assigned once; not found where the array comes from elsewhere.
 */
final class ArrayNames implements Opcodes {
  private static final int HOPS = 4;

  private final AbstractInsnNode[] code;
  private final int parameterWords;
  private final IdentityHashMap<AbstractInsnNode, Integer> indexes = new IdentityHashMap<>();
  private final Set<LabelNode> targets = new HashSet<>();

  /**
   * For one method.
   *
   * @param code its instructions as compiled
   */
  ArrayNames(MethodNode m, AbstractInsnNode[] code) {
    this.code = code;
    this.parameterWords =
        (Type.getArgumentsAndReturnSizes(m.desc) >> 2) - ((m.access & ACC_STATIC) != 0 ? 1 : 0);
    for (int i = 0; i < code.length; i++) {
      indexes.put(code[i], i);
      if (code[i] instanceof JumpInsnNode j) {
        targets.add(j.label);
      } else if (code[i] instanceof TableSwitchInsnNode s) {
        targets.add(s.dflt);
        targets.addAll(s.labels);
      } else if (code[i] instanceof LookupSwitchInsnNode s) {
        targets.add(s.dflt);
        targets.addAll(s.labels);
      }
    }
  }

  /**
   * The name of the array at an access.
   *
   * @param insn a load or store of an element, or {@code clone} of an array
   * @return null if it is not reached through a field in plain sight
   */
  @Nullable String of(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    int at = indexes.getOrDefault(insn, -1);
    if (opcode >= IALOAD && opcode <= SALOAD) {
      return producer(at, 1, 1, HOPS);
    }
    if (opcode >= IASTORE && opcode <= SASTORE) {
      return producer(at, opcode == LASTORE || opcode == DASTORE ? 3 : 2, 1, HOPS);
    }
    return opcode == INVOKEVIRTUAL ? producer(at, 0, 1, HOPS) : null;
  }

  /**
   * The name of what lies on the stack before an instruction.
   *
   * @param depth words above it
   * @param dimensions of the array that are indexed
   */
  private @Nullable String producer(int before, int depth, int dimensions, int hops) {
    int above = depth;
    for (int i = before - 1; i >= 0; i--) {
      AbstractInsnNode insn = code[i];
      int opcode = insn.getOpcode();
      if (opcode == DUP || opcode == DUP2) { // [.., w] → [.., w, w]
        int words = opcode - DUP == 0 ? 1 : 2;
        above -= above >= words ? words : 0;
      } else if (opcode >= 0) {
        int effect = effect(insn);
        int pushed = effect & 0xF;
        if (effect < 0) {
          return null;
        }
        if (above < pushed) {
          return pushed == 1 ? name(insn, i, dimensions, hops) : null;
        }
        above += (effect >> 4) - pushed;
      } else if (insn instanceof LabelNode label && targets.contains(label)) {
        return null; // another path leads here
      }
    }
    return null;
  }

  private @Nullable String name(AbstractInsnNode insn, int at, int dimensions, int hops) {
    if (insn instanceof FieldInsnNode f) {
      return f.owner.replace('/', '.') + "." + f.name + "[]".repeat(dimensions);
    }
    if (hops == 0) {
      return null;
    }
    return switch (insn.getOpcode()) {
      case AALOAD -> producer(at, 1, dimensions + 1, hops - 1);
      case CHECKCAST -> producer(at, 0, dimensions, hops - 1);
      case ALOAD -> local(((VarInsnNode) insn).var, dimensions, hops - 1);
      default -> null;
    };
  }

  private @Nullable String local(int variable, int dimensions, int hops) {
    int store = onlyStore(variable);
    return store < 0 ? null : producer(store, 0, dimensions, hops);
  }

  /** Where a local variable's slot is assigned, if that is one place and no parameter; else -1. */
  private int onlyStore(int variable) {
    int found = -1;
    for (int i = 0; i < code.length; i++) {
      if (code[i] instanceof VarInsnNode v
          && v.var == variable
          && v.getOpcode() >= ISTORE
          && v.getOpcode() <= ASTORE) {
        if (found >= 0 || v.getOpcode() != ASTORE) {
          return -1;
        }
        found = i;
      }
    }
    return variable < parameterWords ? -1 : found;
  }

  /** Words popped, times 16, and words pushed; -1 for what ends the walk. */
  private static int effect(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    if (insn instanceof MethodInsnNode m) {
      int sizes = Type.getArgumentsAndReturnSizes(m.desc);
      return ((sizes >> 2) - (opcode == INVOKESTATIC ? 1 : 0)) << 4 | (sizes & 3);
    }
    if (insn instanceof FieldInsnNode f) {
      int size = Type.getType(f.desc).getSize();
      return switch (opcode) {
        case GETSTATIC -> size;
        case PUTSTATIC -> size << 4;
        case GETFIELD -> 0x10 | size;
        default -> (1 + size) << 4;
      };
    }
    if (insn instanceof LdcInsnNode ldc) {
      return ldc.cst instanceof Long || ldc.cst instanceof Double ? 2 : 1;
    }
    return switch (opcode) {
      case NOP, IINC -> 0;
      case ACONST_NULL, ICONST_M1, ICONST_0, ICONST_1, ICONST_2, ICONST_3, ICONST_4, ICONST_5 -> 1;
      case FCONST_0, FCONST_1, FCONST_2, BIPUSH, SIPUSH, ILOAD, FLOAD, ALOAD, NEW -> 1;
      case LCONST_0, LCONST_1, DCONST_0, DCONST_1, LLOAD, DLOAD -> 2;
      case IALOAD, FALOAD, AALOAD, BALOAD, CALOAD, SALOAD -> 0x21;
      case LALOAD, DALOAD -> 0x22;
      case IASTORE, FASTORE, AASTORE, BASTORE, CASTORE, SASTORE -> 0x30;
      case LASTORE, DASTORE -> 0x40;
      case ISTORE, FSTORE, ASTORE, POP -> 0x10;
      case LSTORE, DSTORE, POP2 -> 0x20;
      case IADD, ISUB, IMUL, IDIV, IREM, ISHL, ISHR, IUSHR, IAND, IOR, IXOR -> 0x21;
      case FADD, FSUB, FMUL, FDIV, FREM, FCMPL, FCMPG -> 0x21;
      case LADD, LSUB, LMUL, LDIV, LREM, LAND, LOR, LXOR -> 0x42;
      case DADD, DSUB, DMUL, DDIV, DREM -> 0x42;
      case LSHL, LSHR, LUSHR -> 0x32;
      case LCMP, DCMPL, DCMPG -> 0x41;
      case INEG, FNEG, I2F, F2I, I2B, I2C, I2S -> 0x11;
      case CHECKCAST, INSTANCEOF, ARRAYLENGTH, NEWARRAY, ANEWARRAY -> 0x11;
      case LNEG, DNEG, L2D, D2L -> 0x22;
      case I2L, I2D, F2L, F2D -> 0x12;
      case L2I, L2F, D2I, D2F -> 0x21;
      default -> -1; // a jump, or one that moves words about
    };
  }
}
