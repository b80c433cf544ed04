package dev.prescient.agent.instrument;

import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AnalyzerAdapter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The static type of the array at each element access of a method, from the method's frames. Where
 * they do not tell (class files without frames) the opcode does, except for references and for
 * {@code byte} and {@code boolean}, which share one opcode.
 */
final class ArrayTypes {
  private final IdentityHashMap<AbstractInsnNode, Type> types = new IdentityHashMap<>();

  ArrayTypes(ClassNode c, MethodNode m) {
    Frames frames = new Frames(c, m);
    for (AbstractInsnNode insn : m.instructions) {
      if (isAccess(insn)) {
        Type type = array(insn, frames.stack);
        if (type != null) {
          types.put(insn, type);
        }
      }
      insn.accept(frames);
    }
  }

  /** The array's type, or null if unknown or unreachable. */
  @Nullable Type of(AbstractInsnNode access) {
    return types.get(access);
  }

  static boolean isAccess(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    return (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD)
        || (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE);
  }

  private static @Nullable Type array(AbstractInsnNode access, @Nullable List<Object> stack) {
    int opcode = access.getOpcode();
    boolean store = opcode >= Opcodes.IASTORE;
    int kind = opcode - (store ? Opcodes.IASTORE : Opcodes.IALOAD);
    if (stack != null) {
      int value = !store ? 0 : kind == 1 || kind == 3 ? 2 : 1;
      Object top = stack.get(stack.size() - 2 - value);
      return top instanceof String s && s.startsWith("[") ? Type.getType(s) : null;
    }
    return switch (kind) {
      case 0 -> Type.getType("[I");
      case 1 -> Type.getType("[J");
      case 2 -> Type.getType("[F");
      case 3 -> Type.getType("[D");
      case 6 -> Type.getType("[C");
      case 7 -> Type.getType("[S");
      default -> null;
    };
  }

  /** Follows the frames; the protected constructor is for subclasses. */
  private static final class Frames extends AnalyzerAdapter {
    Frames(ClassNode c, MethodNode m) {
      super(Opcodes.ASM9, c.name, m.access, m.name, m.desc, null);
    }
  }
}
