package dev.prescient.slicer.interpolate;

import de.uni_freiburg.informatik.ultimate.logic.Term;
import dev.prescient.slicer.formula.EncodedTrace;
import dev.prescient.slicer.formula.Literal.Order;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes a slice minimal: statements are dropped one after the other, last first, while the rest
 * with ψ stays unsatisfiable; each proof's core drops more at once. Push and pop, since repeated
 * checks under assumptions throw in SMTInterpol 2.5.
 */
final class Minimiser {
  private Minimiser() {}

  /**
   * A minimal part of a slice, or what was reached before the deadline.
   *
   * @param slice unsatisfiable with ψ
   */
  static BitSet minimise(EncodedTrace trace, BitSet slice, long deadlineNanos) {
    Solver solver = new Solver(false, true, deadlineNanos);
    Map<Integer, List<Order>> asserted = trace.asserted(slice);
    Map<Integer, Term> statements = new TreeMap<>();
    slice.stream()
        .forEach(
            i ->
                statements.put(
                    i, solver.statement(trace, trace.formula().statement(i), slice, asserted)));
    solver.add(solver.initial(trace, slice));
    solver.add(solver.goal(trace));
    BitSet now = core(solver, slice, statements).orElse(slice);
    for (int i = now.length() - 1; i >= 0; i = now.previousSetBit(i - 1)) {
      if (!now.get(i)) {
        continue;
      }
      BitSet without = (BitSet) now.clone();
      without.clear(i);
      now = core(solver, without, statements).orElse(now);
    }
    return now;
  }

  /** A core of some statements with ψ; empty if they are satisfiable or time is up. */
  private static Optional<BitSet> core(Solver solver, BitSet of, Map<Integer, Term> statements) {
    solver.push();
    try {
      statements.forEach(
          (i, term) -> {
            if (of.get(i)) {
              solver.addNamed(term, "n_" + i);
            }
          });
      if (solver.check() != Solver.Answer.UNSAT) {
        return Optional.empty();
      }
      BitSet core = new BitSet();
      for (String name : solver.core()) {
        core.set(Integer.parseInt(name.substring(2)));
      }
      return Optional.of(core);
    } finally {
      solver.pop();
    }
  }
}
