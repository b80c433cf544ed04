package dev.prescient.agent.instrument;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A call of {@code jdk.internal.misc.Unsafe} that reads or writes memory with an order: where every
 * atomic class, VarHandle and field updater of the JDK ends.
 */
final class UnsafeCall implements Opcodes {
  private static final String UNSAFE = "jdk/internal/misc/Unsafe";
  private static final String ATOMICS = "dev/prescient/runtime/Atomics";
  private static final String LOCATION = "Ljava/lang/Object;J";
  private static final int ACQUIRE = 1;
  private static final int RELEASE = 2;

  /** Types of which {@code Atomics} has all operations. */
  private static final Set<String> ATOMIC = Set.of("Int", "Long", "Reference", "Object");

  private final MethodNode m;
  private final MethodInsnNode insn;
  private final WovenClass c;

  UnsafeCall(WovenClass c, MethodNode m, MethodInsnNode insn) {
    this.c = c;
    this.m = m;
    this.insn = insn;
  }

  /** Adds hooks if the call orders anything. */
  boolean weave() {
    if (!insn.desc.startsWith("(" + LOCATION) || c.node.name.equals(UNSAFE)) {
      return false;
    }
    int mode = publishes() ? RELEASE : mode(insn.name);
    if (mode == 0) {
      return false;
    }
    String operation = operation(insn.name);
    if (!operation.isEmpty() && ATOMIC.contains(type(insn.name, operation))) {
      replace(operation);
    } else {
      surround(mode);
    }
    return true;
  }

  /**
   * Whether a plain store of the concurrent collections and pools counts as a release: a fence
   * follows, and readers acquire. ForkJoinPool hands over tasks of other threads so.
   */
  private boolean publishes() {
    return !c.isApplication()
        && c.node.name.startsWith("java/util/concurrent/")
        && (insn.name.equals("putReference") || insn.name.equals("putObject"));
  }

  /**
   * The order of an operation: 1 acquires, 2 releases, 3 does both, 0 orders nothing.
   *
   * @param n name of a method of Unsafe
   */
  static int mode(String n) {
    if (!operation(n).isEmpty()) {
      if (n.endsWith("Plain")) {
        return 0;
      }
      return n.endsWith("Acquire") ? ACQUIRE : n.endsWith("Release") ? RELEASE : ACQUIRE | RELEASE;
    }
    if (n.startsWith("get")) {
      return n.endsWith("Volatile") || n.endsWith("Acquire") ? ACQUIRE : 0;
    }
    if (n.startsWith("put")) {
      return n.endsWith("Volatile") || n.endsWith("Release") ? RELEASE : 0;
    }
    return 0;
  }

  private static String operation(String n) {
    if (n.startsWith("compareAndSet") || n.startsWith("weakCompareAndSet")) {
      return "compareAndSet";
    }
    for (String o :
        new String[] {"compareAndExchange", "getAndSet", "getAndAdd", "getAndBitwise"}) {
      if (n.startsWith(o)) {
        return o;
      }
    }
    return "";
  }

  private static String type(String n, String operation) {
    String rest = n.substring(n.indexOf(operation.substring(1)) + operation.length() - 1);
    for (String order : new String[] {"Acquire", "Release"}) {
      if (rest.endsWith(order)) {
        return rest.substring(0, rest.length() - order.length());
      }
    }
    return rest;
  }

  /** [.., unsafe, o, offset, arguments] */
  private void replace(String operation) {
    int mode = mode(insn.name);
    String type = type(insn.name, operation).replace("Object", "Reference");
    m.instructions.insertBefore(insn, new LdcInsnNode(mode)); // [.., arguments, mode]
    insn.desc = "(L" + UNSAFE + ";" + insn.desc.substring(1).replace(")", "I)");
    insn.name = operation + type;
    insn.owner = ATOMICS;
    insn.setOpcode(INVOKESTATIC);
  }

  private void surround(int mode) {
    Type[] arguments = Type.getArgumentTypes(insn.desc);
    int[] locals = new int[arguments.length];
    InsnList before = new InsnList();
    for (int i = arguments.length - 1; i >= 0; i--) {
      locals[i] = m.maxLocals;
      m.maxLocals += arguments[i].getSize();
      before.add(new VarInsnNode(arguments[i].getOpcode(ISTORE), locals[i]));
    }
    if ((mode & RELEASE) != 0) {
      before.add(hook("unsafeWrite", locals));
    }
    for (int i = 0; i < arguments.length; i++) {
      before.add(new VarInsnNode(arguments[i].getOpcode(ILOAD), locals[i]));
    }
    m.instructions.insertBefore(insn, before);
    if ((mode & ACQUIRE) != 0) {
      m.instructions.insert(insn, hook("unsafeRead", locals));
    }
  }

  private static InsnList hook(String name, int[] locals) {
    return SyncPass.list(
        new VarInsnNode(ALOAD, locals[0]),
        new VarInsnNode(LLOAD, locals[1]),
        SyncPass.hook(name, "(" + LOCATION + ")V"));
  }
}
