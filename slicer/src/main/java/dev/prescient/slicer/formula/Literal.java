package dev.prescient.slicer.formula;

import java.util.function.IntToLongFunction;

/** An atom of the trace formula or of an invariant, or its negation. */
public sealed interface Literal {

  /** How a term relates to 0. */
  enum Relation {
    EQ,
    NE,
    /** {@code ≤ 0}. */
    LE,
    /** {@code > 0}. */
    GT;

    public Relation negated() {
      return switch (this) {
        case EQ -> NE;
        case NE -> EQ;
        case LE -> GT;
        case GT -> LE;
      };
    }

    boolean holds(long value) {
      return switch (this) {
        case EQ -> value == 0;
        case NE -> value != 0;
        case LE -> value <= 0;
        case GT -> value > 0;
      };
    }
  }

  /** {@code term relation 0}. */
  record Compare(Linear term, Relation relation) implements Literal {
    /** {@code a = b}. */
    public static Compare equal(Linear a, Linear b) {
      return new Compare(a.minus(b), Relation.EQ);
    }

    /** {@code a ≤ b}. */
    public static Compare atMost(Linear a, Linear b) {
      return new Compare(a.minus(b), Relation.LE);
    }

    public Compare negated() {
      return new Compare(term, relation.negated());
    }

    public Compare substitute(int variable, Linear by) {
      return term.mentions(variable) ? new Compare(term.substitute(variable, by), relation) : this;
    }

    public boolean holds(IntToLongFunction valueOf) {
      return relation.holds(term.evaluate(valueOf));
    }
  }

  /** Why one statement had to come before another. */
  enum Hazard {
    /** Statement {@code to} uses or overwrites what {@code from} did: hb of the paper. */
    HB,
    /** A read ({@code from}) got the old value because it ran before a write ({@code to}). */
    LATE,
    /** A stale read ({@code to}) got a value that a write ({@code from}) had replaced. */
    STALE
  }

  /** {@code hazard(from, to)}: a fact that one of the two statements asserts. */
  record Order(Hazard hazard, int from, int to) implements Literal {}

  /** The branch at a statement went the way it went. */
  record Branch(int statement) implements Literal {}

  /** The branch at a statement goes its way if and only if the condition holds. */
  record Decides(Branch branch, Compare condition) implements Literal {}
}
