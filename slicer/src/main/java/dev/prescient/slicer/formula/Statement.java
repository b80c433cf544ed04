package dev.prescient.slicer.formula;

import dev.prescient.slicer.formula.Literal.Compare;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step of the interleaving, with at most one shared access.
 *
 * <p>An assignment says {@code guards ⇒ defined = value}; a branch says that {@code condition}
 * decided it, in the sense that made it hold in the trace. What is not linear is one observed
 * point: its arguments' observed values are guards and the value is a constant.
 *
 * @param index position in the trace, dense, from 0
 * @param thread dense number of the thread
 * @param location {@code File.java:12}
 * @param text in source terms
 * @param defined the variable an assignment defines, or -1 for a branch
 * @param value what an assignment gives it; null for a branch
 * @param condition what held at a branch; null for an assignment
 * @param guards address guards and observed arguments; all held in the trace
 * @param parent the branch in whose scope it ran, or -1
 * @param read the variable read from shared memory, or -1
 * @param write whether {@code defined} is a cell of shared memory
 */
public record Statement(
    int index,
    int thread,
    String location,
    String text,
    int defined,
    @Nullable Linear value,
    @Nullable Compare condition,
    List<Compare> guards,
    int parent,
    int read,
    boolean write) {

  public boolean isBranch() {
    return condition != null;
  }
}
