package dev.prescient.slicer.interpolate;

import dev.prescient.slicer.formula.EncodedTrace;
import dev.prescient.slicer.formula.Implication;
import dev.prescient.slicer.formula.Linear;
import dev.prescient.slicer.formula.Literal;
import dev.prescient.slicer.formula.Literal.Branch;
import dev.prescient.slicer.formula.Literal.Compare;
import dev.prescient.slicer.formula.Literal.Decides;
import dev.prescient.slicer.formula.Literal.Hazard;
import dev.prescient.slicer.formula.Literal.Order;
import dev.prescient.slicer.formula.Literal.Relation;
import dev.prescient.slicer.formula.Statement;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Error invariants of a slice without a solver: what held instead of ψ, carried backwards. Passing
 * a statement, what it defines is replaced by its value, what it asserts is dropped, and its guard
 * is added. The result is inductive by construction; {@link InvariantCheck} proves it all the same.
 * Departs from the paper, which interpolates.
 *
 * <p>A late hazard is asserted after the read that relies on it; in between, what depends on the
 * read holds only given the hazard.
 */
final class WeakestPrecondition {
  private final EncodedTrace trace;
  private final BitSet slice;
  private final List<Integer> order;
  private final boolean observed;
  private final Map<Integer, List<Order>> asserted;
  private final Map<Integer, Integer> position = new HashMap<>();
  private final Map<Order, BitSet> rests = new HashMap<>();

  private WeakestPrecondition(
      EncodedTrace trace, BitSet slice, List<Integer> order, boolean observed) {
    this.observed = observed;
    this.trace = trace;
    this.slice = slice;
    this.order = order;
    this.asserted = trace.asserted(slice);
    for (int p = 0; p < order.size(); p++) {
      position.put(order.get(p), p);
    }
  }

  /**
   * The invariants of a slice.
   *
   * @param order the slice's statements in the order of {@link EncodedTrace#order}
   * @param observed whether to start from the observed values of ψ's sides instead of from ¬ψ; the
   *     invariants then say what values were, not what they were not, but a slice that needs no
   *     values may not imply them
   * @return k + 1 invariants, the first one before the first statement
   */
  static List<ErrorInvariant> of(
      EncodedTrace trace, BitSet slice, List<Integer> order, boolean observed) {
    return new WeakestPrecondition(trace, slice, order, observed).run();
  }

  private List<ErrorInvariant> run() {
    order.forEach(this::markRests);
    List<ErrorInvariant> invariants = new ArrayList<>();
    Set<Conjunct> now = new LinkedHashSet<>();
    for (Compare g : trace.goals()) {
      add(violation(g), order.size(), now);
    }
    invariants.add(new ErrorInvariant(order.size(), List.copyOf(now)));
    for (int p = order.size() - 1; p >= 0; p--) {
      now = before(p, now);
      invariants.add(0, new ErrorInvariant(p, List.copyOf(now)));
    }
    return invariants;
  }

  /** What held instead of a part of ψ. */
  private Compare violation(Compare goal) {
    if (!observed || goal.relation() != Relation.EQ) {
      return goal.negated();
    }
    long difference = goal.term().evaluate(trace.formula()::value);
    return new Compare(goal.term().plus(-difference), Relation.EQ);
  }

  private Set<Conjunct> before(int p, Set<Conjunct> after) {
    Statement s = trace.formula().statement(order.get(p));
    Set<Conjunct> before = new LinkedHashSet<>();
    Set<Literal> guards = new LinkedHashSet<>();
    List<Implication> says = trace.encode(s, slice, asserted);
    for (Conjunct c : after) {
      @Nullable Literal l = c.literal();
      for (Implication i : says) {
        for (Literal fact : i.facts()) {
          Literal earlier = l == null ? null : through(l, fact, s);
          if (earlier != l) {
            guards.addAll(i.guard());
            l = earlier;
          }
        }
      }
      if (l != null && !isTrue(l)) {
        add(l, p, before);
      }
    }
    for (Literal g : guards) {
      boolean assertedLater = g instanceof Order o && o.hazard() == Hazard.LATE && at(o.to()) >= p;
      if (!assertedLater) {
        add(g, p, before);
      }
    }
    return before;
  }

  /** What must hold before a fact: null if nothing, the literal itself if the fact is no help. */
  private @Nullable Literal through(Literal l, Literal fact, Statement s) {
    if (l instanceof Order && l.equals(fact)) {
      return null;
    }
    if (l instanceof Branch && fact instanceof Decides d && d.branch().equals(l)) {
      return d.condition();
    }
    if (l instanceof Compare c
        && fact instanceof Compare
        && s.value() != null
        && c.term().mentions(s.defined())) {
      return trace.fold(c.substitute(s.defined(), trace.fold(s.value())));
    }
    return l;
  }

  private boolean isTrue(Literal l) {
    return l instanceof Compare c
        && c.term().isConstant()
        && c.holds(v -> trace.formula().value(v));
  }

  private void add(Literal l, int p, Set<Conjunct> into) {
    Set<Order> given = new LinkedHashSet<>();
    rests.forEach(
        (late, statements) -> {
          if (at(late.from()) < p && at(late.to()) >= p && restsOn(l, statements)) {
            given.add(late);
          }
        });
    into.add(new Conjunct(given, l));
  }

  private int at(int statement) {
    return position.getOrDefault(statement, -1);
  }

  private boolean restsOn(Literal l, BitSet statements) {
    if (l instanceof Compare c) {
      return mentions(c.term(), statements);
    }
    if (l instanceof Branch b) {
      return statements.get(b.statement());
    }
    return l instanceof Order o && o.hazard() != Hazard.LATE && statements.get(o.from());
  }

  private boolean mentions(Linear term, BitSet statements) {
    for (int i = 0; i < term.variableCount(); i++) {
      int d = trace.formula().variable(term.variableAt(i)).definition();
      if (d >= 0 && statements.get(d)) {
        return true;
      }
    }
    return false;
  }

  /** Records which statements of the slice rest on which late hazards. */
  private void markRests(int index) {
    Statement s = trace.formula().statement(index);
    for (BitSet statements : rests.values()) {
      boolean on = s.value() != null && mentions(s.value(), statements);
      on |= s.condition() != null && mentions(s.condition().term(), statements);
      for (Literal g : trace.guard(s)) {
        on |= restsOn(g, statements);
      }
      if (on) {
        statements.set(index);
      }
    }
    for (Order late : trace.lateFor(s)) {
      if (slice.get(late.to()) && at(late.to()) > at(index)) {
        BitSet statements = new BitSet();
        statements.set(index);
        rests.put(late, statements);
      }
    }
  }
}
