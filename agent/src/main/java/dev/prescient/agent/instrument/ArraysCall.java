package dev.prescient.agent.instrument;

import java.util.Map;
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
 * A call of {@code java.util.Arrays} that reads or writes a range of an array's elements, or all:
 * checked as a range after it, when nothing was thrown. Of two arrays that are compared what was
 * read follows from the result.
 */
final class ArraysCall implements Opcodes {
  private static final String ARRAYS = "dev/prescient/runtime/race/FastTrackArrays";
  private static final String COMPARED = "dev/prescient/runtime/race/ComparedArrays";
  private static final String OBJECT = "Ljava/lang/Object;";

  /** What a method does. */
  private enum Use {
    READ,
    /** Reads arrays that are elements, too. */
    READ_DEEP,
    WRITE,
    /** Returns whether two arrays, or ranges of them, are equal. */
    EQUAL,
    EQUAL_DEEP,
    /** Returns the first index at which two differ. */
    MISMATCH,
    /** Returns 0 if two are equal. */
    COMPARE
  }

  /** What is not listed keeps the array, or reads what cannot be told from outside. */
  private static final Map<String, Use> USES =
      Map.ofEntries(
          Map.entry("fill", Use.WRITE),
          Map.entry("sort", Use.WRITE),
          Map.entry("parallelSort", Use.WRITE),
          Map.entry("setAll", Use.WRITE),
          Map.entry("copyOf", Use.READ),
          Map.entry("copyOfRange", Use.READ),
          Map.entry("hashCode", Use.READ),
          Map.entry("toString", Use.READ),
          Map.entry("deepHashCode", Use.READ_DEEP),
          Map.entry("deepToString", Use.READ_DEEP),
          Map.entry("equals", Use.EQUAL),
          Map.entry("deepEquals", Use.EQUAL_DEEP),
          Map.entry("mismatch", Use.MISMATCH),
          Map.entry("compare", Use.COMPARE),
          Map.entry("compareUnsigned", Use.COMPARE));

  private final MethodInsnNode call;
  private final Use use;
  private final Type[] arguments;
  private final int[] locals;
  private int epoch;

  private ArraysCall(MethodInsnNode call, Use use) {
    this.call = call;
    this.use = use;
    this.arguments = Type.getArgumentTypes(call.desc);
    this.locals = new int[arguments.length];
  }

  /** Adds hooks if the call is one of those. */
  static boolean weave(WovenClass c, MethodNode m, MethodInsnNode call) {
    Use use = USES.get(call.name);
    if (use == null || !call.desc.startsWith("([")) {
      return false;
    }
    ArraysCall arrays = new ArraysCall(call, use);
    m.instructions.insertBefore(call, arrays.before(m));
    m.instructions.insert(call, arrays.after(c.site(m, call, "[")));
    return true;
  }

  /** [.., arguments] */
  private InsnList before(MethodNode m) {
    InsnList before = new InsnList();
    for (int i = arguments.length - 1; i >= 0; i--) {
      locals[i] = m.maxLocals;
      m.maxLocals += arguments[i].getSize();
      before.add(new VarInsnNode(arguments[i].getOpcode(ISTORE), locals[i]));
    }
    epoch = m.maxLocals;
    m.maxLocals += 2;
    before.add(new MethodInsnNode(INVOKESTATIC, ARRAYS, "enterLoop", "()J", false));
    before.add(new VarInsnNode(LSTORE, epoch));
    for (int i = 0; i < arguments.length; i++) {
      before.add(new VarInsnNode(arguments[i].getOpcode(ILOAD), locals[i]));
    }
    return before;
  }

  /** [.., result?] */
  private InsnList after(int site) {
    return switch (use) {
      case READ, WRITE -> passed(site);
      case READ_DEEP -> hook("passedDeep", "(" + OBJECT + "JI)V", site, array(0));
      case EQUAL_DEEP ->
          hook("equalDeep", "(Z" + OBJECT + OBJECT + "JI)V", site, dup(), array(0), array(1));
      case EQUAL -> compared("equal", "Z", site);
      case MISMATCH -> compared("mismatch", "I", site);
      case COMPARE -> compared("compare", "I", site);
    };
  }

  private InsnList passed(int site) {
    boolean copyOf = call.name.equals("copyOf");
    boolean ranged = !copyOf && isRange(1);
    return hook(
        "passed",
        "(" + OBJECT + "IIZJI)V",
        site,
        array(0),
        ranged ? number(1) : new InsnNode(ICONST_0),
        copyOf ? number(1) : ranged ? number(2) : new LdcInsnNode(Integer.MAX_VALUE),
        new InsnNode(use == Use.WRITE ? ICONST_1 : ICONST_0));
  }

  private InsnList compared(String hook, String result, int site) {
    boolean ranged = isRange(1);
    return hook(
        hook,
        "(" + result + OBJECT + "II" + OBJECT + "IIJI)V",
        site,
        dup(),
        array(0),
        ranged ? number(1) : new InsnNode(ICONST_0),
        ranged ? number(2) : new LdcInsnNode(Integer.MAX_VALUE),
        array(ranged ? 3 : 1),
        ranged ? number(4) : new InsnNode(ICONST_0),
        ranged ? number(5) : new LdcInsnNode(Integer.MAX_VALUE));
  }

  /** A call of a hook with what is given, the epoch before the call, and its site. */
  private InsnList hook(String name, String descriptor, int site, AbstractInsnNode... given) {
    InsnList list = SyncPass.list(given);
    list.add(new VarInsnNode(LLOAD, epoch));
    list.add(new LdcInsnNode(site));
    String owner = name.equals("passed") ? ARRAYS : COMPARED;
    list.add(new MethodInsnNode(INVOKESTATIC, owner, name, descriptor, false));
    return list;
  }

  private static InsnNode dup() {
    return new InsnNode(DUP);
  }

  private VarInsnNode array(int i) {
    return new VarInsnNode(ALOAD, locals[i]);
  }

  private VarInsnNode number(int i) {
    return new VarInsnNode(ILOAD, locals[i]);
  }

  /** Whether two arguments are the begin and end of a range. */
  private boolean isRange(int i) {
    return arguments.length > i + 1
        && arguments[i].equals(Type.INT_TYPE)
        && arguments[i + 1].equals(Type.INT_TYPE);
  }
}
