package dev.prescient.agent.instrument;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Which instructions of a class may release, and so begin a new epoch of their thread: the end of a
 * monitor, volatile writes, the first use of another class, and calls, but for calls of methods of
 * the class itself whose code is known and does none of this, and of arithmetic.
 *
 * <p>Departs from the exact: that a cast or the first access of a field makes the program's own
 * class loader run, which may release, is not taken for a release.
 */
final class Releases implements Opcodes {
  private static final Set<String> ARITHMETIC =
      Set.of(
          "abs",
          "acos",
          "asin",
          "atan",
          "atan2",
          "cbrt",
          "ceil",
          "cos",
          "cosh",
          "exp",
          "floor",
          "floorDiv",
          "floorMod",
          "fma",
          "hypot",
          "log",
          "log10",
          "max",
          "min",
          "pow",
          "rint",
          "round",
          "signum",
          "sin",
          "sinh",
          "sqrt",
          "tan",
          "tanh",
          "toDegrees",
          "toRadians");

  private final WovenClass c;
  private final Map<String, Boolean> quiet = new HashMap<>();

  Releases(WovenClass c) {
    this.c = c;
  }

  boolean releases(AbstractInsnNode insn) {
    return switch (insn.getOpcode()) {
      case MONITOREXIT, INVOKEDYNAMIC -> true;
      case INVOKEVIRTUAL, INVOKESPECIAL, INVOKESTATIC, INVOKEINTERFACE ->
          !isQuiet((MethodInsnNode) insn);
      case GETSTATIC -> !isOwn(((FieldInsnNode) insn).owner);
      case PUTSTATIC -> !isOwn(((FieldInsnNode) insn).owner) || isVolatile((FieldInsnNode) insn);
      case PUTFIELD -> isVolatile((FieldInsnNode) insn);
      case NEW -> !isOwn(((TypeInsnNode) insn).desc);
      case LDC -> !isConstant(((LdcInsnNode) insn).cst);
      default -> false;
    };
  }

  private static boolean isConstant(Object constant) {
    return constant instanceof Number || constant instanceof String;
  }

  private boolean isOwn(String name) {
    return name.equals(c.node.name);
  }

  private boolean isVolatile(FieldInsnNode insn) {
    Optional<ClassInfo.Field> f = c.hierarchy.field(insn.owner, insn.name, insn.desc, c.loader);
    return f.isEmpty() || f.get().isVolatile();
  }

  private boolean isQuiet(MethodInsnNode call) {
    if (call.owner.equals("java/lang/Math") || call.owner.equals("java/lang/StrictMath")) {
      return ARITHMETIC.contains(call.name);
    }
    return isOwn(call.owner) && isQuiet(call.name, call.desc);
  }

  private boolean isQuiet(String name, String desc) {
    String key = name + desc;
    Boolean known = quiet.get(key);
    if (known == null) {
      quiet.put(key, false); // while it is looked at: recursion is not followed
      known = false;
      for (MethodNode m : c.node.methods) {
        known |= m.name.equals(name) && m.desc.equals(desc) && isQuiet(m);
      }
      quiet.put(key, known);
    }
    return known;
  }

  private boolean isQuiet(MethodNode m) {
    boolean fixed =
        (m.access & (ACC_STATIC | ACC_PRIVATE | ACC_FINAL)) != 0
            || (c.node.access & ACC_FINAL) != 0;
    if (!fixed || (m.access & (ACC_SYNCHRONIZED | ACC_NATIVE | ACC_ABSTRACT)) != 0) {
      return false;
    }
    for (AbstractInsnNode insn : c.original(m)) {
      if (releases(insn)) {
        return false;
      }
    }
    return true;
  }
}
