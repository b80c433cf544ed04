package dev.prescient.slicer.symbolic;

import dev.prescient.slicer.formula.Linear;
import dev.prescient.slicer.formula.Literal.Compare;
import dev.prescient.slicer.formula.Literal.Relation;
import dev.prescient.slicer.formula.Variable;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/** The relations of conditional jumps, named by the opcodes {@code IFEQ} to {@code IFLE}. */
final class Conditions implements Opcodes {
  private Conditions() {}

  static int relation(int opcode) {
    return switch (opcode) {
      case IF_ICMPEQ, IF_ACMPEQ, IFNULL -> IFEQ;
      case IF_ICMPNE, IF_ACMPNE, IFNONNULL -> IFNE;
      case IF_ICMPLT -> IFLT;
      case IF_ICMPGE -> IFGE;
      case IF_ICMPGT -> IFGT;
      case IF_ICMPLE -> IFLE;
      default -> opcode;
    };
  }

  static int negated(int relation) {
    return switch (relation) {
      case IFEQ -> IFNE;
      case IFNE -> IFEQ;
      case IFLT -> IFGE;
      case IFGE -> IFLT;
      case IFGT -> IFLE;
      default -> IFGT;
    };
  }

  static boolean holds(int relation, long a, long b) {
    return switch (relation) {
      case IFEQ -> a == b;
      case IFNE -> a != b;
      case IFLT -> a < b;
      case IFGE -> a >= b;
      case IFGT -> a > b;
      default -> a <= b;
    };
  }

  /** {@code a relation b} over the integers. */
  static Compare compare(int relation, Linear a, Linear b) {
    return switch (relation) {
      case IFEQ -> Compare.equal(a, b);
      case IFNE -> Compare.equal(a, b).negated();
      case IFLT -> Compare.atMost(a.plus(1), b);
      case IFGE -> Compare.atMost(b, a);
      case IFGT -> new Compare(a.minus(b), Relation.GT);
      default -> Compare.atMost(a, b);
    };
  }

  /** In source terms. */
  static String text(int relation, Value a, @Nullable Value b) {
    String symbol =
        switch (relation) {
          case IFEQ -> "==";
          case IFNE -> "!=";
          case IFLT -> "<";
          case IFGE -> ">=";
          case IFGT -> ">";
          default -> "<=";
        };
    if (b != null) {
      return a.text() + " " + symbol + " " + b.text();
    }
    int compared = a.text().indexOf(" ⋚ ");
    if (compared >= 0) {
      return a.text().substring(0, compared) + " " + symbol + a.text().substring(compared + 2);
    }
    if (a.type() == Variable.Type.BOOLEAN && (relation == IFEQ || relation == IFNE)) {
      return relation == IFNE ? a.text() : "!" + a.operand();
    }
    return a.text() + " " + symbol + (a.kind() == 'L' ? " null" : " 0");
  }
}
