package dev.prescient.slicer.interpolate;

import de.uni_freiburg.informatik.ultimate.logic.SMTLIBException;
import de.uni_freiburg.informatik.ultimate.logic.Term;
import dev.prescient.slicer.formula.EncodedTrace;
import dev.prescient.slicer.formula.Literal.Order;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sequence interpolants of one refutation of a slice: the error invariants of the paper. Their cost
 * grows with the cube of the slice, so only short slices get them; each sequence is proved again by
 * {@link InvariantCheck}.
 *
 * @param interpolants k + 1 of them; empty if there are none
 * @param certificate what was proved of them; null if there are none
 * @param refusal why there are none; empty if there are
 */
public record InterpolantSequence(
    List<Interpolant> interpolants, @Nullable Certificate certificate, String refusal) {
  /** Longest slice that is interpolated. */
  public static final int MAX_STATEMENTS = 60;

  static InterpolantSequence refused(String why) {
    return new InterpolantSequence(List.of(), null, why);
  }

  /** Interpolates a slice within a time limit. */
  static InterpolantSequence of(
      EncodedTrace trace, BitSet slice, List<Integer> order, long deadlineNanos) {
    if (order.size() > MAX_STATEMENTS) {
      return refused(
          order.size() + " statements; interpolants are computed up to " + MAX_STATEMENTS);
    }
    try {
      Term[] terms = refute(trace, slice, order, deadlineNanos);
      if (terms == null) {
        return refused("the solver gave no proof in time");
      }
      List<Interpolant> sequence = new ArrayList<>();
      for (Term t : terms) {
        sequence.add(TermReader.read(t));
      }
      Certificate certificate =
          InvariantCheck.check(
              trace,
              slice,
              order,
              (p, solver) -> solver.interpolant(sequence.get(p)),
              deadlineNanos);
      return certificate.passed()
          ? new InterpolantSequence(sequence, certificate, "")
          : refused("the interpolants could not be proved again");
    } catch (SMTLIBException | TermReader.Unreadable | ArithmeticException e) {
      return refused(String.valueOf(e.getMessage()));
    }
  }

  private static Term @Nullable [] refute(
      EncodedTrace trace, BitSet slice, List<Integer> order, long deadlineNanos) {
    Solver solver = new Solver(true, false, deadlineNanos);
    Map<Integer, List<Order>> asserted = trace.asserted(slice);
    List<Term> partitions = new ArrayList<>();
    partitions.add(solver.addNamed(solver.initial(trace, slice), "p_init"));
    for (int i : order) {
      partitions.add(
          solver.addNamed(
              solver.statement(trace, trace.formula().statement(i), slice, asserted), "p_" + i));
    }
    partitions.add(solver.addNamed(solver.goal(trace), "p_psi"));
    return solver.check() == Solver.Answer.UNSAT
        ? solver.interpolants(partitions.toArray(new Term[0]))
        : null;
  }
}
