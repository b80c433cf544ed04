package dev.prescient.agent.instrument;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * A load or store of an array element.
 *
 * @param at its place among the method's instructions
 * @param array where the array comes from
 * @param index where the index comes from
 */
record ArrayAccess(AbstractInsnNode insn, int at, IndexValue array, IndexValue index) {
  /** The access at an instruction; null if it is not understood or not reachable. */
  static @Nullable ArrayAccess of(
      AbstractInsnNode insn, int at, @Nullable Frame<BasicValue> frame) {
    if (frame == null || !ArrayTypes.isAccess(insn)) {
      return null;
    }
    int top = frame.getStackSize() - (isStore(insn) ? 2 : 1);
    return frame.getStack(top - 1) instanceof IndexValue array
            && frame.getStack(top) instanceof IndexValue index
        ? new ArrayAccess(insn, at, array, index)
        : null;
  }

  private static boolean isStore(AbstractInsnNode insn) {
    return insn.getOpcode() >= Opcodes.IASTORE;
  }

  boolean writes() {
    return isStore(insn);
  }

  /**
   * Whether its check may come later than the access. What a reference leads to must be known when
   * it was read (JLS 17.5).
   */
  boolean mayWait() {
    return insn.getOpcode() != Opcodes.AALOAD;
  }

  /** The local the array was loaded from, or -1. */
  int arrayLocal() {
    return IndexValue.local(array.source);
  }
}
