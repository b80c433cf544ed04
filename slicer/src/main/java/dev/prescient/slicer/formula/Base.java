package dev.prescient.slicer.formula;

/**
 * What variables are versions of: a memory cell (object and field, array and index, static field),
 * or a local of one method call.
 *
 * @param id dense, from 0
 * @param name in source terms: {@code balance}, {@code amounts[3]}, {@code bal}
 * @param qualified the same with its owner, where two would be called alike: {@code
 *     Account#2.balance}
 * @param thread the thread whose local it is, or -1 for a cell of shared memory
 */
public record Base(int id, String name, String qualified, int thread) {
  public boolean isShared() {
    return thread < 0;
  }
}
