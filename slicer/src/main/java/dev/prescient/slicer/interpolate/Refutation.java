package dev.prescient.slicer.interpolate;

import de.uni_freiburg.informatik.ultimate.logic.SMTLIBException;
import dev.prescient.slicer.formula.EncodedTrace;
import dev.prescient.slicer.formula.Encoding;
import dev.prescient.slicer.formula.Folding;
import dev.prescient.slicer.formula.Hazards;
import dev.prescient.slicer.formula.Literal.Order;
import dev.prescient.slicer.formula.Statement;
import dev.prescient.slicer.formula.TraceFormula;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A slice of a failing trace with its error invariants and what was proved of them. Made by folding
 * what no schedule can change, closing over dependences from ψ, minimising, carrying ¬ψ backwards,
 * and having the solver prove it all.
 *
 * @param trace the encoded trace, folding included
 * @param folded whether schedule-independent values were folded
 * @param slice the statements that matter
 * @param order the same in the order of the invariants
 * @param invariants k + 1 weakest preconditions
 * @param certificate what was proved of slice and invariants
 * @param interpolants of the same slice; null if not asked for
 */
public record Refutation(
    EncodedTrace trace,
    boolean folded,
    BitSet slice,
    List<Integer> order,
    List<ErrorInvariant> invariants,
    Certificate certificate,
    @Nullable InterpolantSequence interpolants) {

  /** Longest slice that is minimised with the solver; the closure of longer ones is kept. */
  private static final int MAX_MINIMISED = 120;

  private static final long INTERPOLATION_MS = 10_000;

  /**
   * What to do.
   *
   * @param fold take schedule-independent values as they are
   * @param interpolate compute interpolants too
   * @param solverTimeoutMs for minimising, and again for the certificate
   */
  public record Settings(
      Encoding encoding, boolean fold, boolean interpolate, long solverTimeoutMs) {}

  /** Slices a trace. Folding is left out where the failure does not depend on the schedule. */
  public static Refutation of(TraceFormula formula, Settings settings) throws InterruptedException {
    Hazards hazards = new Hazards(formula);
    BitSet fold = settings.fold() ? Folding.of(formula, hazards) : new BitSet();
    EncodedTrace trace = new EncodedTrace(formula, settings.encoding(), hazards, fold);
    boolean folded = !fold.isEmpty();
    if (folded && trace.goals().isEmpty()) {
      trace = new EncodedTrace(formula, settings.encoding(), hazards, new BitSet());
      folded = false;
    }
    Refutation[] result = new Refutation[1];
    EncodedTrace encoded = trace;
    boolean isFolded = folded;
    Solver.onBigStack(() -> result[0] = refute(encoded, isFolded, settings));
    return result[0];
  }

  /** Whether statements of more than one thread are in the slice. */
  public boolean crossesThreads() {
    return slice.stream().map(i -> trace.formula().statement(i).thread()).distinct().count() > 1;
  }

  /** Statements of the slice in the order of the invariants. */
  public List<Statement> statements() {
    return order.stream().map(trace.formula()::statement).toList();
  }

  /** The slice and ψ as an SMT-LIB script, with the invariants as comments. */
  public String smt() {
    Solver solver = new Solver(false, false, deadline(INTERPOLATION_MS));
    Map<Integer, List<Order>> asserted = trace.asserted(slice);
    StringBuilder body = new StringBuilder();
    line(body, "the values before the trace", solver.initial(trace, slice));
    for (int p = 0; p < order.size(); p++) {
      body.append("; invariant ").append(p).append(": ");
      body.append(solver.invariant(invariants.get(p))).append('\n');
      Statement s = trace.formula().statement(order.get(p));
      line(body, s.location() + " " + s.text(), solver.statement(trace, s, slice, asserted));
    }
    line(body, "the assertion", solver.goal(trace));
    return "(set-logic QF_UFLIA)\n" + solver.declarations() + body + "(check-sat)\n";
  }

  private static void line(StringBuilder body, String comment, Object term) {
    body.append("; ").append(comment.replace('\n', ' ')).append('\n');
    body.append("(assert ").append(term).append(")\n");
  }

  private static Refutation refute(EncodedTrace trace, boolean folded, Settings settings) {
    BitSet slice = trace.closure();
    if (slice.cardinality() <= MAX_MINIMISED) {
      slice = minimise(trace, slice, settings.solverTimeoutMs());
    }
    List<Integer> order = trace.order(slice);
    List<ErrorInvariant> invariants = WeakestPrecondition.of(trace, slice, order, true);
    Certificate certificate = certify(trace, slice, order, invariants, settings.solverTimeoutMs());
    if (certificate.sliceProved() && !certificate.passed()) {
      invariants = WeakestPrecondition.of(trace, slice, order, false);
      certificate = certify(trace, slice, order, invariants, settings.solverTimeoutMs());
    }
    InterpolantSequence interpolants =
        settings.interpolate()
            ? InterpolantSequence.of(trace, slice, order, deadline(INTERPOLATION_MS))
            : null;
    return new Refutation(trace, folded, slice, order, invariants, certificate, interpolants);
  }

  private static BitSet minimise(EncodedTrace trace, BitSet slice, long timeoutMs) {
    try {
      return Minimiser.minimise(trace, slice, deadline(timeoutMs));
    } catch (SMTLIBException e) {
      return slice;
    }
  }

  private static Certificate certify(
      EncodedTrace trace,
      BitSet slice,
      List<Integer> order,
      List<ErrorInvariant> invariants,
      long timeoutMs) {
    try {
      return InvariantCheck.check(
          trace,
          slice,
          order,
          (p, solver) -> solver.invariant(invariants.get(p)),
          deadline(timeoutMs));
    } catch (SMTLIBException e) {
      return Certificate.unchecked(order.size());
    }
  }

  private static long deadline(long ms) {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
  }
}
