package dev.prescient.slicer;

import java.util.List;

/**
 * Why a run failed, in source terms: the statements that matter in trace order, and between them
 * what must hold for the failure. {@link SliceText} renders it.
 *
 * @param encoding parts of the formula, {@code ds+hs}
 * @param folded whether values that no schedule can change were taken as they are
 * @param goal the violated assertion in source terms
 * @param goalLocation {@code File.java:12}
 * @param summary one paragraph in plain words
 * @param rows the statements that matter; empty if nothing is to be sliced, then {@code notes} say
 *     why
 * @param invariants error invariants, one more than rows: before the first row, between, and after
 *     the last
 * @param interpolants the same by interpolation; empty if not computed
 * @param sliceProved whether the solver proved that the rows contradict the assertion
 * @param ofStatements statements of the whole trace
 * @param variables variables in the slice
 * @param ofVariables variables of the whole trace
 * @param notes what a reader must know: folding, fallbacks, wraps, what was lost
 * @param smt the solver's script, or empty
 */
public record Slice(
    String encoding,
    boolean folded,
    String goal,
    String goalLocation,
    String summary,
    List<Row> rows,
    List<Invariant> invariants,
    List<String> interpolants,
    boolean sliceProved,
    int ofStatements,
    int variables,
    int ofVariables,
    List<String> notes,
    String smt) {

  /**
   * A statement.
   *
   * @param thread creation path
   * @param location {@code File.java:12}
   * @param text in source terms
   * @param value what it gave, as text; empty for a branch
   * @param note how a value came from the past or the future, and the like; mostly empty
   */
  public record Row(String thread, String location, String text, String value, String note) {}

  /**
   * An error invariant.
   *
   * @param text in source terms; {@code true} if nothing needs to hold
   * @param proved whether the solver proved that it follows from the one before
   */
  public record Invariant(String text, boolean proved) {}

  /** Statements kept. */
  public int statements() {
    return rows.size();
  }

  /** Whether there is a slice and the solver proved it and every invariant. */
  public boolean certified() {
    return sliceProved && !invariants.isEmpty() && invariants.stream().allMatch(Invariant::proved);
  }

  /** Source lines of the slice in trace order, each once. */
  public List<String> lines() {
    return rows.stream().map(Row::location).distinct().toList();
  }

  /** A slice that could not be made, for a reason. */
  static Slice none(String encoding, String why, int statements) {
    return new Slice(
        encoding,
        false,
        "",
        "",
        why,
        List.of(),
        List.of(),
        List.of(),
        false,
        statements,
        0,
        0,
        List.of(why),
        "");
  }
}
