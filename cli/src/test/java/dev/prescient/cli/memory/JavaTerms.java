package dev.prescient.cli.memory;

import dev.prescient.cli.memory.Expression.Constant;
import dev.prescient.cli.memory.Expression.Operation;
import dev.prescient.cli.memory.Expression.Operator;
import dev.prescient.cli.memory.Expression.Register;
import java.util.Set;
import java.util.stream.Collectors;

/** Terms in Java. */
final class JavaTerms {
  /** Name of what an unset register contains: no program's value. */
  static final String UNSET = "UNSET";

  private JavaTerms() {}

  /**
   * A term.
   *
   * @param prefix of registers
   */
  static String term(Expression e, String prefix) {
    if (e instanceof Constant c) {
      return String.valueOf(c.number());
    }
    if (e instanceof Register r) {
      return prefix + r.name();
    }
    Operation o = (Operation) e;
    return operand(o.left(), prefix) + " " + o.operator().text + " " + operand(o.right(), prefix);
  }

  /** A term that may stand beside an operator. */
  static String operand(Expression e, String prefix) {
    return e instanceof Operation ? "(" + term(e, prefix) + ")" : term(e, prefix);
  }

  /** A condition that is false if it looks at a register that is unset. */
  static String ifSet(Expression condition, String prefix) {
    if (condition instanceof Operation o && o.operator() == Operator.AND) {
      return ifSet(o.left(), prefix) + " && " + ifSet(o.right(), prefix);
    }
    if (condition instanceof Operation o
        && o.operator() == Operator.EQUAL
        && o.right() instanceof Constant) {
      return term(condition, prefix);
    }
    String set =
        condition
            .registers()
            .distinct()
            .map(r -> prefix + r + " != " + UNSET + " && ")
            .collect(Collectors.joining());
    return set + term(condition, prefix);
  }

  /**
   * A condition on registers of one thread; one on a reference asks for null.
   *
   * @param references the registers that are references
   */
  static String condition(Expression e, Set<String> references) {
    if (e instanceof Operation o
        && o.left() instanceof Register r
        && references.contains(r.name())
        && o.right() instanceof Constant c) {
      boolean isNull = (c.number() == 0) == (o.operator() == Operator.EQUAL);
      return r.name() + (isNull ? " == null" : " != null");
    }
    return term(e, "");
  }
}
