package dev.prescient.cli.memory;

import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A term over registers. Truth is 1, falsehood 0. */
sealed interface Expression {
  /**
   * Its value.
   *
   * @return null if an operand is an unset register; a comparison with one is false
   */
  @Nullable Integer value(Map<String, Integer> registers);

  /** The registers in it, from left to right. */
  Stream<String> registers();

  /** The numbers in it. */
  Stream<Integer> constants();

  /** A number. */
  record Constant(int number) implements Expression {
    @Override
    public Integer value(Map<String, Integer> registers) {
      return number;
    }

    @Override
    public Stream<String> registers() {
      return Stream.empty();
    }

    @Override
    public Stream<Integer> constants() {
      return Stream.of(number);
    }
  }

  /** A register's content. */
  record Register(String name) implements Expression {
    @Override
    public @Nullable Integer value(Map<String, Integer> registers) {
      return registers.get(name);
    }

    @Override
    public Stream<String> registers() {
      return Stream.of(name);
    }

    @Override
    public Stream<Integer> constants() {
      return Stream.empty();
    }
  }

  /** Two terms and what joins them. */
  record Operation(Operator operator, Expression left, Expression right) implements Expression {
    @Override
    public @Nullable Integer value(Map<String, Integer> registers) {
      Integer a = left.value(registers);
      Integer b = right.value(registers);
      if (a == null || b == null) {
        return operator.isTruth() ? 0 : null;
      }
      return operator.apply(a, b);
    }

    @Override
    public Stream<String> registers() {
      return Stream.concat(left.registers(), right.registers());
    }

    @Override
    public Stream<Integer> constants() {
      return Stream.concat(left.constants(), right.constants());
    }
  }

  /** In the order of their precedence, weakest first. */
  enum Operator {
    AND("&&", 0),
    EQUAL("==", 1),
    UNEQUAL("!=", 1),
    AT_LEAST(">=", 1),
    AT_MOST("<=", 1),
    GREATER(">", 1),
    LESS("<", 1),
    PLUS("+", 2),
    MINUS("-", 2),
    TIMES("*", 3);

    /** Number of levels of precedence. */
    static final int LEVELS = 4;

    final String text;
    final int level;

    Operator(String text, int level) {
      this.text = text;
      this.level = level;
    }

    int apply(int a, int b) {
      return switch (this) {
        case AND -> a & b;
        case EQUAL -> truth(a == b);
        case UNEQUAL -> truth(a != b);
        case AT_LEAST -> truth(a >= b);
        case AT_MOST -> truth(a <= b);
        case GREATER -> truth(a > b);
        case LESS -> truth(a < b);
        case PLUS -> a + b;
        case MINUS -> a - b;
        case TIMES -> a * b;
      };
    }

    private static int truth(boolean holds) {
      return holds ? 1 : 0;
    }

    boolean isTruth() {
      return level < 2;
    }

    static @Nullable Operator of(String text) {
      for (Operator o : values()) {
        if (o.text.equals(text)) {
          return o;
        }
      }
      return null;
    }
  }
}
