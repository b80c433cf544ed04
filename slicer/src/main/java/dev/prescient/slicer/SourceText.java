package dev.prescient.slicer;

import dev.prescient.slicer.formula.Base;
import dev.prescient.slicer.formula.Linear;
import dev.prescient.slicer.formula.Literal;
import dev.prescient.slicer.formula.Literal.Branch;
import dev.prescient.slicer.formula.Literal.Compare;
import dev.prescient.slicer.formula.Literal.Decides;
import dev.prescient.slicer.formula.Literal.Order;
import dev.prescient.slicer.formula.Literal.Relation;
import dev.prescient.slicer.formula.Statement;
import dev.prescient.slicer.formula.TraceFormula;
import dev.prescient.slicer.formula.Variable;
import dev.prescient.slicer.interpolate.Conjunct;
import dev.prescient.slicer.interpolate.ErrorInvariant;
import dev.prescient.slicer.interpolate.Interpolant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes variables, literals and invariants of one slice as a programmer would. Names are qualified
 * only where the slice has two of the same.
 *
 * <p>State: {@code ambiguous} is fixed at construction.
 */
final class SourceText {
  private final TraceFormula formula;
  private final Map<Long, String> objects;
  private final Set<String> ambiguous = new HashSet<>();

  SourceText(TraceFormula formula, Map<Long, String> objects, List<Statement> slice) {
    this.formula = formula;
    this.objects = objects;
    Map<String, String> seen = new HashMap<>();
    for (Statement s : slice) {
      String thread = formula.threads().get(s.thread());
      if (!thread.equals(seen.getOrDefault(s.location(), thread))) {
        ambiguous.add(s.location());
      }
      seen.put(s.location(), thread);
    }
    for (int v : variables(formula, slice)) {
      Base b = formula.base(formula.variable(v).base());
      if (isTemporary(v)) {
        continue;
      }
      String owner = b.isShared() ? b.qualified() : "thread " + b.thread();
      String other = seen.putIfAbsent(b.name(), owner);
      if (other != null && !other.equals(owner)) {
        ambiguous.add(b.name());
      }
    }
  }

  /** Variables that a slice's statements and its assertion mention. */
  static Set<Integer> variables(TraceFormula formula, List<Statement> slice) {
    Set<Integer> all = new TreeSet<>();
    formula.goals().forEach(g -> g.term().forEachVariable(all::add));
    for (Statement s : slice) {
      if (s.defined() >= 0) {
        all.add(s.defined());
      }
      if (s.value() != null) {
        s.value().forEachVariable(all::add);
      }
      if (s.condition() != null) {
        s.condition().term().forEachVariable(all::add);
      }
      s.guards().forEach(g -> g.term().forEachVariable(all::add));
    }
    return all;
  }

  /** What a program calls a variable, for counting: cells by owner, locals by thread and name. */
  static String counted(TraceFormula formula, int variable) {
    Base b = formula.base(formula.variable(variable).base());
    return b.isShared() ? b.qualified() : b.thread() + " " + b.name();
  }

  String name(int variable) {
    Variable v = formula.variable(variable);
    Base b = formula.base(v.base());
    String thread = b.isShared() ? "" : formula.threads().get(b.thread());
    if (isTemporary(variable)) {
      boolean read = formula.statement(v.definition()).read() >= 0;
      return b.name() + (read ? " read by " : " of ") + thread;
    }
    if (!ambiguous.contains(b.name())) {
      return b.name();
    }
    return b.isShared() ? b.qualified() : b.name() + " of " + thread;
  }

  /** Whether a value was never stored in a local: it is named by its expression. */
  private boolean isTemporary(int variable) {
    Variable v = formula.variable(variable);
    Base b = formula.base(v.base());
    return !b.isShared()
        && v.definition() >= 0
        && formula.statement(v.definition()).text().equals(b.name());
  }

  /** A statement as source would have it. */
  String statement(Statement s) {
    return s.read() >= 0 && s.defined() >= 0 && isTemporary(s.defined())
        ? "read " + s.text()
        : s.text();
  }

  /** A value as source would have it. */
  String value(Variable.Type type, long bits) {
    return switch (type) {
      case BOOLEAN -> bits == 0 ? "false" : "true";
      case CHAR -> bits >= ' ' && bits < 127 ? "'" + (char) bits + "'" : Long.toString(bits);
      case INT, LONG -> Long.toString(bits);
      case FLOAT -> Float.toString(Float.intBitsToFloat((int) bits));
      case DOUBLE -> Double.toString(Double.longBitsToDouble(bits));
      case REFERENCE -> bits == 0 ? "null" : objects.getOrDefault(bits, "object " + bits);
    };
  }

  /** What a statement gave; empty for a branch. */
  String value(Statement s) {
    if (s.defined() < 0) {
      return "";
    }
    Variable v = formula.variable(s.defined());
    return value(v.type(), v.value());
  }

  String invariant(ErrorInvariant i) {
    List<String> values = new ArrayList<>();
    List<String> orders = new ArrayList<>();
    for (Conjunct c : i.conjuncts()) {
      String text = literal(c.literal());
      if (!c.given().isEmpty()) {
        List<String> given = c.given().stream().map(this::literal).sorted().toList();
        text = "(" + String.join(" ∧ ", given) + " ⇒ " + text + ")";
      }
      (c.literal() instanceof Order ? orders : values).add(text);
    }
    values.addAll(orders);
    return values.isEmpty() ? "true" : String.join(" ∧ ", values.stream().distinct().toList());
  }

  String interpolant(Interpolant i) {
    if (i instanceof Interpolant.Atom a) {
      return literal(a.literal());
    }
    if (i instanceof Interpolant.Not n) {
      return n.operand() instanceof Interpolant.Atom a && a.literal() instanceof Compare c
          ? literal(c.negated())
          : "¬(" + interpolant(n.operand()) + ")";
    }
    Interpolant.Junction j = (Interpolant.Junction) i;
    if (j.operands().isEmpty()) {
      return j.conjunction() ? "true" : "false";
    }
    List<String> parts = new ArrayList<>();
    for (Interpolant operand : j.operands()) {
      String text = interpolant(operand);
      boolean bare = operand instanceof Interpolant.Atom || operand instanceof Interpolant.Not;
      parts.add(bare || j.operands().size() == 1 ? text : "(" + text + ")");
    }
    return String.join(j.conjunction() ? " ∧ " : " ∨ ", parts);
  }

  String literal(Literal l) {
    if (l instanceof Compare c) {
      return compare(c);
    }
    if (l instanceof Order o) {
      return o.hazard().name().toLowerCase(Locale.ROOT)
          + "("
          + place(formula.statement(o.from()))
          + " → "
          + place(formula.statement(o.to()))
          + ")";
    }
    Branch b = l instanceof Decides d ? d.branch() : (Branch) l;
    Statement s = formula.statement(b.statement());
    return s.text() + "@" + s.location();
  }

  /** A line; with its thread where the slice has the line in two threads. */
  private String place(Statement s) {
    return ambiguous.contains(s.location())
        ? "T" + formula.threads().get(s.thread()) + " " + s.location()
        : s.location();
  }

  private String compare(Compare c) {
    Linear t = c.term();
    if (t.variableCount() == 1) {
      long k = t.coefficient(t.variableAt(0));
      if (k == 1 || k == -1) {
        return one(t.variableAt(0), k, -t.constant() * k, c.relation());
      }
    }
    List<String> left = new ArrayList<>();
    List<String> right = new ArrayList<>();
    for (int i = 0; i < t.variableCount(); i++) {
      long k = t.coefficient(t.variableAt(i));
      String name = name(t.variableAt(i));
      String term = Math.abs(k) == 1 ? name : Math.abs(k) + "·" + name;
      (k > 0 ? left : right).add(term);
    }
    if (t.constant() != 0) {
      (t.constant() > 0 ? left : right).add(Long.toString(Math.abs(t.constant())));
    }
    return sum(left) + symbol(c.relation()) + sum(right);
  }

  /** {@code variable relation value}, where the term was {@code ±variable + constant}. */
  private String one(int variable, long sign, long value, Relation relation) {
    Variable v = formula.variable(variable);
    String name = name(variable);
    if (v.type() == Variable.Type.BOOLEAN && relation != Relation.LE && relation != Relation.GT) {
      boolean isTrue = (value != 0) == (relation == Relation.EQ);
      return isTrue ? name : "¬" + name;
    }
    String symbol = symbol(relation);
    if (sign < 0) {
      symbol =
          switch (relation) {
            case LE -> " ≥ ";
            case GT -> " < ";
            default -> symbol;
          };
    }
    return name + symbol + value(v.type(), value);
  }

  private static String sum(List<String> terms) {
    return terms.isEmpty() ? "0" : String.join(" + ", terms);
  }

  private static String symbol(Relation r) {
    return switch (r) {
      case EQ -> " = ";
      case NE -> " ≠ ";
      case LE -> " ≤ ";
      case GT -> " > ";
    };
  }
}
