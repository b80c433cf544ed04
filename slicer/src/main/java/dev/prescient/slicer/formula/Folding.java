package dev.prescient.slicer.formula;

import dev.prescient.slicer.formula.Literal.Compare;
import dev.prescient.slicer.formula.TraceFormula.Fork;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which variables have the same value under every schedule: computed only from constants, from
 * cells that no other thread writes, and from cells whose writes by others are all ordered before
 * or after the read by the start of a thread. Such a value is taken as it is and never sliced into.
 * Departs from the paper, which has no folding.
 */
public final class Folding {
  private final TraceFormula formula;
  private final Hazards hazards;
  private final Map<Integer, Fork> forks = new HashMap<>();
  private final BitSet folded = new BitSet();
  private final BitSet foldedScopes = new BitSet();

  private Folding(TraceFormula formula, Hazards hazards) {
    this.formula = formula;
    this.hazards = hazards;
    for (Fork f : formula.forks()) {
      forks.putIfAbsent(f.child(), f);
    }
  }

  /** The variables whose value does not depend on the schedule. */
  public static BitSet of(TraceFormula formula, Hazards hazards) {
    Folding f = new Folding(formula, hazards);
    for (Variable v : formula.variables()) {
      if (v.definition() < 0) {
        f.folded.set(v.id());
      }
    }
    for (Statement s : formula.statements()) {
      f.visit(s);
    }
    for (Variable v : formula.variables()) { // a racy read of a known value is not known itself
      if (formula.base(v.base()).isShared() && f.isWritten(v.base())) {
        f.folded.clear(v.id());
      }
    }
    return f.folded;
  }

  private void visit(Statement s) {
    boolean known = s.parent() < 0 || foldedScopes.get(s.parent());
    for (Compare g : s.guards()) {
      known &= isKnown(g.term(), s);
    }
    if (s.isBranch()) {
      Compare c = s.condition();
      if (known && c != null && isKnown(c.term(), s)) {
        foldedScopes.set(s.index());
      }
    } else if (known && isKnown(s.value(), s)) {
      folded.set(s.defined());
    }
  }

  private boolean isKnown(@Nullable Linear term, Statement user) {
    for (int i = 0; term != null && i < term.variableCount(); i++) {
      int v = term.variableAt(i);
      if (!folded.get(v) || (v == user.read() && !readIsOrdered(user))) {
        return false;
      }
    }
    return true;
  }

  private boolean isWritten(int base) {
    return !hazards.writers(base).isEmpty();
  }

  private boolean readIsOrdered(Statement r) {
    if (hazards.isOutOfOrder(r)) {
      return false;
    }
    for (Map.Entry<Integer, List<Integer>> e :
        hazards.writers(formula.variable(r.read()).base()).entrySet()) {
      List<Integer> w = e.getValue();
      int writer = e.getKey();
      if (writer != r.thread()
          && !(w.get(w.size() - 1) < startPosition(writer, r.thread()))
          && !(r.index() < startPosition(r.thread(), writer))) {
        return false;
      }
    }
    return true;
  }

  /** The position where {@code ancestor} started the line that leads to a thread, or -1. */
  private int startPosition(int ancestor, int thread) {
    Fork f = forks.get(thread);
    while (f != null) {
      if (f.parent() == ancestor) {
        return f.position();
      }
      f = forks.get(f.parent());
    }
    return -1;
  }
}
