package dev.prescient.slicer.interpolate;

import de.uni_freiburg.informatik.ultimate.logic.AnnotatedTerm;
import de.uni_freiburg.informatik.ultimate.logic.ApplicationTerm;
import de.uni_freiburg.informatik.ultimate.logic.ConstantTerm;
import de.uni_freiburg.informatik.ultimate.logic.FormulaUnLet;
import de.uni_freiburg.informatik.ultimate.logic.Rational;
import de.uni_freiburg.informatik.ultimate.logic.Term;
import dev.prescient.slicer.formula.Linear;
import dev.prescient.slicer.formula.Literal.Branch;
import dev.prescient.slicer.formula.Literal.Compare;
import dev.prescient.slicer.formula.Literal.Hazard;
import dev.prescient.slicer.formula.Literal.Order;
import dev.prescient.slicer.formula.Literal.Relation;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads a solver's term back into our own; what has no reading is refused. */
final class TermReader {
  /** A term outside the language of interpolants that we show. */
  static final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unreadable(Term t) {
      super("interpolant outside linear comparisons: " + t);
    }
  }

  private TermReader() {}

  /**
   * Reads a Boolean term.
   *
   * @throws Unreadable if it holds more than Boolean operators, hazards and linear comparisons
   */
  static Interpolant read(Term term) {
    return formula(new FormulaUnLet().unlet(term));
  }

  private static Interpolant formula(Term t) {
    if (t instanceof AnnotatedTerm a) {
      return formula(a.getSubterm());
    }
    if (!(t instanceof ApplicationTerm a) || !t.getSort().getName().equals("Bool")) {
      throw new Unreadable(t);
    }
    String f = a.getFunction().getName();
    Term[] p = a.getParameters();
    return switch (f) {
      case "true", "false" -> new Interpolant.Junction(f.equals("true"), List.of());
      case "and", "or" -> {
        List<Interpolant> operands = new ArrayList<>();
        for (Term operand : p) {
          operands.add(formula(operand));
        }
        yield new Interpolant.Junction(f.equals("and"), operands);
      }
      case "not" -> new Interpolant.Not(formula(p[0]));
      case "=>" -> junction(false, new Interpolant.Not(formula(p[0])), formula(p[1]));
      case "ite" -> {
        Interpolant condition = formula(p[0]);
        yield junction(
            false,
            junction(true, condition, formula(p[1])),
            junction(true, new Interpolant.Not(condition), formula(p[2])));
      }
      case "=" -> compare(t, p, Relation.EQ, 0);
      case "<=" -> compare(t, p, Relation.LE, 0);
      case "<" -> compare(t, p, Relation.LE, 1);
      case ">" -> compare(t, new Term[] {p[1], p[0]}, Relation.LE, 1);
      case ">=" -> compare(t, new Term[] {p[1], p[0]}, Relation.LE, 0);
      default -> atom(t, f, p);
    };
  }

  private static Interpolant junction(boolean conjunction, Interpolant a, Interpolant b) {
    return new Interpolant.Junction(conjunction, List.of(a, b));
  }

  private static Interpolant compare(Term t, Term[] p, Relation relation, long more) {
    if (p.length != 2 || !p[0].getSort().getName().equals("Int")) {
      throw new Unreadable(t);
    }
    return new Interpolant.Atom(new Compare(linear(p[0]).minus(linear(p[1])).plus(more), relation));
  }

  private static Interpolant atom(Term t, String name, Term[] p) {
    String[] parts = name.split("_", -1);
    if (p.length == 0 && parts.length == 3) {
      return new Interpolant.Atom(
          new Order(
              Hazard.valueOf(parts[0].toUpperCase(Locale.ROOT)),
              Integer.parseInt(parts[1]),
              Integer.parseInt(parts[2])));
    }
    if (p.length == 0 && parts[0].equals("b")) {
      return new Interpolant.Atom(new Branch(Integer.parseInt(parts[1])));
    }
    throw new Unreadable(t);
  }

  private static Linear linear(Term t) {
    if (t instanceof ConstantTerm c) {
      return Linear.constant(number(c));
    }
    if (!(t instanceof ApplicationTerm a)) {
      throw new Unreadable(t);
    }
    Term[] p = a.getParameters();
    switch (a.getFunction().getName()) {
      case "+" -> {
        Linear sum = Linear.ZERO;
        for (Term operand : p) {
          sum = sum.plus(linear(operand));
        }
        return sum;
      }
      case "-" -> {
        Linear first = linear(p[0]);
        return p.length == 1 ? first.times(-1) : first.minus(linear(p[1]));
      }
      case "*" -> {
        Linear x = linear(p[0]);
        Linear y = linear(p[1]);
        if (x.isConstant()) {
          return y.times(x.constant());
        }
        if (y.isConstant()) {
          return x.times(y.constant());
        }
        throw new Unreadable(t);
      }
      default -> {
        String name = a.getFunction().getName();
        if (p.length == 0 && name.startsWith("v_")) {
          return Linear.variable(Integer.parseInt(name.substring(2)));
        }
        throw new Unreadable(t);
      }
    }
  }

  private static long number(ConstantTerm c) {
    Object value = c.getValue();
    BigInteger n =
        value instanceof BigInteger b
            ? b
            : value instanceof Rational r && r.isIntegral()
                ? r.numerator()
                : value instanceof BigDecimal d ? d.toBigIntegerExact() : null;
    if (n == null) {
      throw new Unreadable(c);
    }
    return n.longValueExact();
  }
}
