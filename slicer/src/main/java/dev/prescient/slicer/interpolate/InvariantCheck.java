package dev.prescient.slicer.interpolate;

import de.uni_freiburg.informatik.ultimate.logic.Term;
import dev.prescient.slicer.formula.EncodedTrace;
import dev.prescient.slicer.formula.Literal.Order;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;

/**
 * Proves a slice and its invariants with a solver of its own: one check for the slice, one
 * implication per step. A check that runs out of time counts as not proved.
 */
final class InvariantCheck {
  /** Gives the term of the invariant at a position, built with the solver that proves it. */
  interface Invariants {
    Term at(int position, Solver solver);
  }

  private InvariantCheck() {}

  /**
   * Proves {@code init ∧ slice ∧ ψ} unsatisfiable and the invariants inductive.
   *
   * @param order the slice's statements in the order of the invariants
   */
  static Certificate check(
      EncodedTrace trace,
      BitSet slice,
      List<Integer> order,
      Invariants invariants,
      long deadlineNanos) {
    Solver solver = new Solver(false, false, deadlineNanos);
    Map<Integer, List<Order>> asserted = trace.asserted(slice);
    List<Term> statements = new ArrayList<>();
    for (int i : order) {
      statements.add(solver.statement(trace, trace.formula().statement(i), slice, asserted));
    }
    Term initial = solver.initial(trace, slice);
    Term goal = solver.goal(trace);
    List<Term> all = new ArrayList<>(statements);
    all.add(initial);
    all.add(goal);
    boolean sliceProved = isUnsat(solver, all);
    List<Boolean> steps = new ArrayList<>();
    steps.add(isUnsat(solver, List.of(initial, solver.not(invariants.at(0, solver)))));
    for (int p = 0; p < order.size(); p++) {
      Term before = invariants.at(p, solver);
      Term after = solver.not(invariants.at(p + 1, solver));
      steps.add(isUnsat(solver, List.of(before, statements.get(p), after)));
    }
    boolean end = isUnsat(solver, List.of(invariants.at(order.size(), solver), goal));
    return new Certificate(sliceProved, steps, end);
  }

  private static boolean isUnsat(Solver solver, List<Term> terms) {
    solver.push();
    try {
      terms.forEach(solver::add);
      return solver.check() == Solver.Answer.UNSAT;
    } finally {
      solver.pop();
    }
  }
}
