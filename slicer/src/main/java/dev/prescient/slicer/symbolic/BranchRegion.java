package dev.prescient.slicer.symbolic;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * What a branch decides beside what is executed next.
 *
 * @param locals assigned on some side of the branch: after the join they depend on it, taken or not
 * @param returns whether the method can return whichever way the branch goes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
record BranchRegion(int[] locals, boolean returns) {

  /** The region of the branch at an instruction. */
  static BranchRegion of(MethodCode m, int branch) {
    BitSet inside = new BitSet();
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int pc = 0; pc < m.code.length; pc++) {
        if (!inside.get(pc) && dependsOn(m, pc, branch, inside)) {
          inside.set(pc);
          changed = true;
        }
      }
    }
    BitSet locals = new BitSet();
    inside.stream().forEach(pc -> assigned(m.code[pc], locals));
    boolean returns = m.successors(branch).stream().allMatch(pc -> returns(m, pc));
    return new BranchRegion(locals.stream().toArray(), returns);
  }

  private static boolean dependsOn(MethodCode m, int pc, int branch, BitSet inside) {
    for (int above : m.branchesAbove(pc)) {
      if (above == branch || inside.get(above)) {
        return true;
      }
    }
    return false;
  }

  private static void assigned(AbstractInsnNode insn, BitSet locals) {
    if (insn instanceof VarInsnNode v && v.getOpcode() >= Opcodes.ISTORE) {
      locals.set(v.var);
    } else if (insn instanceof IincInsnNode i) {
      locals.set(i.var);
    }
  }

  private static boolean returns(MethodCode m, int from) {
    BitSet seen = new BitSet();
    Deque<Integer> open = new ArrayDeque<>();
    open.add(from);
    while (!open.isEmpty()) {
      int pc = open.remove();
      if (seen.get(pc)) {
        continue;
      }
      seen.set(pc);
      int op = m.code[pc].getOpcode();
      if (op >= Opcodes.IRETURN && op <= Opcodes.RETURN) {
        return true;
      }
      open.addAll(m.successors(pc));
    }
    return false;
  }
}
