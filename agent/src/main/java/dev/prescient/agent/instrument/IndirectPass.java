package dev.prescient.agent.instrument;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * FastTrack's checks at the application's plain accesses by reflection, VarHandles, method handles
 * and Unsafe.
 */
final class IndirectPass implements Pass, Opcodes {
  private static final String INDIRECT = "dev/prescient/runtime/race/IndirectAccess";
  private static final String OBJECT = "Ljava/lang/Object;";

  /** Kinds of plain accesses of Unsafe. */
  private static final Set<String> KINDS =
      Set.of(
          "Boolean",
          "Byte",
          "Char",
          "Double",
          "Float",
          "Int",
          "Long",
          "Object",
          "Reference",
          "Short");

  /**
   * The hook of a call.
   *
   * @param name in {@code IndirectAccess}
   * @param descriptor its own; the call's receiver and first arguments are passed
   * @param passed how many arguments are passed, if the call has them
   * @param after whether there is one after the call, too
   */
  private record Hook(String name, String descriptor, int passed, boolean after) {}

  @Override
  public boolean weave(WovenClass c) {
    if (!c.isApplication()) {
      return false;
    }
    boolean changed = false;
    for (MethodNode m : c.node.methods) {
      int scratch = m.maxLocals;
      for (AbstractInsnNode insn : c.original(m)) {
        Hook hook = insn instanceof MethodInsnNode call ? hook(call) : null;
        if (hook != null) {
          insert(c, m, (MethodInsnNode) insn, hook, scratch);
          changed = true;
        }
      }
    }
    return changed;
  }

  private static @Nullable Hook hook(MethodInsnNode call) {
    boolean reads = call.name.startsWith("get");
    if (!reads && !call.name.startsWith("set") && !call.name.startsWith("put")) {
      boolean invokes =
          call.owner.equals("java/lang/invoke/MethodHandle")
              && (call.name.equals("invoke") || call.name.equals("invokeExact"));
      return invokes ? new Hook("invoke", "(" + OBJECT + OBJECT + "I)V", 1, true) : null;
    }
    String hook = reads ? "read" : "write";
    return switch (call.owner) {
      case "java/lang/reflect/Field" ->
          call.desc.startsWith("(" + OBJECT)
              ? new Hook(hook, "(Ljava/lang/reflect/Field;" + OBJECT + "I)V", 1, reads)
              : null;
      case "java/lang/reflect/Array" ->
          call.desc.startsWith("(" + OBJECT + "I")
              ? new Hook(hook + "Element", "(" + OBJECT + "II)V", 2, false)
              : null;
      case "java/lang/invoke/VarHandle" ->
          call.name.length() == 3 ? new Hook(hook, "(" + OBJECT + OBJECT + "II)V", 2, false) : null;
      case "sun/misc/Unsafe", "jdk/internal/misc/Unsafe" ->
          call.desc.startsWith("(" + OBJECT + "J") && KINDS.contains(call.name.substring(3))
              ? new Hook(hook, "(" + OBJECT + "JI)V", 2, false)
              : null;
      default -> null;
    };
  }

  /** [.., receiver?, arguments] */
  private static void insert(
      WovenClass c, MethodNode m, MethodInsnNode call, Hook hook, int scratch) {
    Type[] arguments = Type.getArgumentTypes(call.desc);
    int[] locals = new int[arguments.length];
    int next = scratch;
    InsnList code = new InsnList();
    for (int i = arguments.length - 1; i >= 0; i--) {
      locals[i] = next;
      code.add(new VarInsnNode(arguments[i].getOpcode(ISTORE), next));
      next += arguments[i].getSize();
    }
    m.maxLocals = Math.max(m.maxLocals, next + 1);
    Type[] wanted = Type.getArgumentTypes(hook.descriptor);
    boolean unsafe = hook.descriptor.startsWith("(" + OBJECT + "J");
    int first = 0;
    if (call.getOpcode() != INVOKESTATIC && !unsafe) { // [.., receiver, receiver]
      code.add(new InsnNode(DUP));
      first = 1;
    }
    if (hook.after) {
      code.add(new InsnNode(DUP));
      code.add(new VarInsnNode(ASTORE, next));
    }
    for (int i = 0; i < hook.passed; i++) {
      Type type = wanted[first + i];
      boolean has = i < arguments.length && sameSort(arguments[i], type);
      code.add(
          has
              ? new VarInsnNode(type.getOpcode(ILOAD), locals[i])
              : new InsnNode(type.getSort() == Type.INT ? ICONST_0 : ACONST_NULL));
    }
    String detail = call.owner + "." + call.name + " " + call.desc;
    code.add(new LdcInsnNode(c.site(m, call, detail)));
    code.add(new MethodInsnNode(INVOKESTATIC, INDIRECT, hook.name, hook.descriptor, false));
    for (int i = 0; i < arguments.length; i++) { // [.., receiver?, arguments]
      code.add(new VarInsnNode(arguments[i].getOpcode(ILOAD), locals[i]));
    }
    m.instructions.insertBefore(call, code);
    if (hook.after) {
      boolean has = arguments.length > 0 && sameSort(arguments[0], wanted[1]);
      m.instructions.insert(
          call,
          SyncPass.list(
              new VarInsnNode(ALOAD, next),
              has ? new VarInsnNode(ALOAD, locals[0]) : new InsnNode(ACONST_NULL),
              new MethodInsnNode(
                  INVOKESTATIC, INDIRECT, "after", "(" + OBJECT + OBJECT + ")V", false)));
    }
  }

  private static boolean sameSort(Type argument, Type wanted) {
    boolean reference = argument.getSort() == Type.OBJECT || argument.getSort() == Type.ARRAY;
    return wanted.getSort() == Type.OBJECT ? reference : argument.getSort() == wanted.getSort();
  }
}
