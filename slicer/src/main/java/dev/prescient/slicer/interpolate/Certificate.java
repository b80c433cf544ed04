package dev.prescient.slicer.interpolate;

import java.util.Collections;
import java.util.List;

/**
 * What the solver proved of a slice.
 *
 * @param sliceProved whether {@code init ∧ slice ∧ ψ} has no model
 * @param stepsProved per invariant, k + 1 of them: whether the one before and the statement between
 *     imply it (the first: whether the values before the trace do)
 * @param endProved whether the last invariant contradicts ψ
 */
public record Certificate(boolean sliceProved, List<Boolean> stepsProved, boolean endProved) {
  /** Nothing proved, for k statements. */
  static Certificate unchecked(int k) {
    return new Certificate(false, Collections.nCopies(k + 1, false), false);
  }

  /** Whether the slice and every invariant are proved. */
  public boolean passed() {
    return sliceProved && endProved && !stepsProved.contains(false);
  }
}
