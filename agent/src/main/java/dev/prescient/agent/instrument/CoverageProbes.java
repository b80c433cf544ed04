package dev.prescient.agent.instrument;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Probes that a coverage agent such as JaCoCo has woven in before us: {@code probes[constant] =
 * true}, on an array that comes from a private synthetic method of the class or from a dynamic
 * constant. All threads set them without order, and no statement of the program stands for them.
 */
final class CoverageProbes implements Opcodes {
  private CoverageProbes() {}

  /** The stores of probes in a method. */
  static Set<AbstractInsnNode> find(WovenClass c, MethodNode m) {
    Set<Integer> probes = new HashSet<>();
    Set<Integer> others = new HashSet<>();
    for (AbstractInsnNode insn : m.instructions) {
      if (insn.getOpcode() == ASTORE && insn instanceof VarInsnNode store) {
        (isSource(c, before(insn)) ? probes : others).add(store.var);
      }
    }
    probes.removeAll(others);
    Set<AbstractInsnNode> found = new HashSet<>();
    for (AbstractInsnNode insn : m.instructions) {
      if (insn.getOpcode() == BASTORE) {
        AbstractInsnNode value = before(insn);
        AbstractInsnNode index = before(value);
        AbstractInsnNode array = before(index);
        if (value != null
            && value.getOpcode() == ICONST_1
            && isConstant(index)
            && (isSource(c, array)
                || (array instanceof VarInsnNode load
                    && load.getOpcode() == ALOAD
                    && probes.contains(load.var)))) {
          found.add(insn);
        }
      }
    }
    return found;
  }

  private static boolean isSource(WovenClass c, @Nullable AbstractInsnNode insn) {
    AbstractInsnNode made = insn != null && insn.getOpcode() == CHECKCAST ? before(insn) : insn;
    if (made instanceof LdcInsnNode constant) {
      return constant.cst instanceof ConstantDynamic;
    }
    int access = ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC;
    return made instanceof MethodInsnNode call
        && call.owner.equals(c.node.name)
        && call.desc.equals("()[Z")
        && c.node.methods.stream()
            .anyMatch(
                m ->
                    m.name.equals(call.name)
                        && m.desc.equals(call.desc)
                        && (m.access & access) == access);
  }

  private static boolean isConstant(@Nullable AbstractInsnNode insn) {
    return insn != null
        && ((insn.getOpcode() >= ICONST_0 && insn.getOpcode() <= ICONST_5)
            || (insn instanceof IntInsnNode && insn.getOpcode() != NEWARRAY)
            || (insn instanceof LdcInsnNode constant && constant.cst instanceof Integer));
  }

  /** The real instruction before one, or null. */
  private static @Nullable AbstractInsnNode before(@Nullable AbstractInsnNode insn) {
    AbstractInsnNode i = insn == null ? null : insn.getPrevious();
    while (i != null && i.getOpcode() < 0) {
      i = i.getPrevious();
    }
    return i;
  }
}
