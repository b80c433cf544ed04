package dev.prescient.agent.instrument;

import java.util.Map;
import java.util.function.IntSupplier;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A call of {@code java.util.Arrays} that reads or writes a range of an array's elements, or all:
 * checked as a range after it, when nothing was thrown.
 */
final class ArraysCall implements Opcodes {
  private static final String ARRAYS = "dev/prescient/runtime/race/FastTrackArrays";

  /** Whether methods write; what is not listed may stop early, or keeps the array. */
  private static final Map<String, Boolean> WRITES =
      Map.of(
          "fill", true,
          "sort", true,
          "parallelSort", true,
          "setAll", true,
          "copyOf", false,
          "copyOfRange", false,
          "hashCode", false,
          "toString", false);

  private ArraysCall() {}

  /**
   * Adds hooks if the call is one of those.
   *
   * @param site of the call
   */
  static boolean weave(MethodNode m, MethodInsnNode call, IntSupplier site) {
    Boolean writes = WRITES.get(call.name);
    Type[] arguments = Type.getArgumentTypes(call.desc);
    if (writes == null || arguments[0].getSort() != Type.ARRAY) {
      return false;
    }
    int[] locals = new int[arguments.length];
    InsnList before = new InsnList(); // [.., arguments]
    for (int i = arguments.length - 1; i >= 0; i--) {
      locals[i] = m.maxLocals;
      m.maxLocals += arguments[i].getSize();
      before.add(new VarInsnNode(arguments[i].getOpcode(ISTORE), locals[i]));
    }
    int epoch = m.maxLocals;
    m.maxLocals += 2;
    before.add(new MethodInsnNode(INVOKESTATIC, ARRAYS, "enterLoop", "()J", false));
    before.add(new VarInsnNode(LSTORE, epoch));
    for (int i = 0; i < arguments.length; i++) {
      before.add(new VarInsnNode(arguments[i].getOpcode(ILOAD), locals[i]));
    }
    m.instructions.insertBefore(call, before);
    int[] bounds = bounds(call, arguments);
    m.instructions.insert(
        call,
        SyncPass.list(
            new VarInsnNode(ALOAD, locals[0]),
            bounds[0] == 0 ? new InsnNode(ICONST_0) : new VarInsnNode(ILOAD, locals[bounds[0]]),
            bounds[1] == 0
                ? new LdcInsnNode(Integer.MAX_VALUE)
                : new VarInsnNode(ILOAD, locals[bounds[1]]),
            new InsnNode(writes ? ICONST_1 : ICONST_0),
            new VarInsnNode(LLOAD, epoch),
            new LdcInsnNode(site.getAsInt()),
            new MethodInsnNode(
                INVOKESTATIC, ARRAYS, "passed", "(Ljava/lang/Object;IIZJI)V", false)));
    return true;
  }

  /** Which arguments are the range's begin and end; 0 for the array's own. */
  private static int[] bounds(MethodInsnNode call, Type[] arguments) {
    boolean ranged = arguments.length > 2 && isInt(arguments[1]) && isInt(arguments[2]);
    if (call.name.equals("copyOf")) {
      return new int[] {0, 1};
    }
    return ranged ? new int[] {1, 2} : new int[] {0, 0};
  }

  private static boolean isInt(Type type) {
    return Type.INT_TYPE.equals(type);
  }
}
