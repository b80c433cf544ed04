package dev.prescient.cli.memory;

import org.jspecify.annotations.Nullable;

/**
 * What an entry asks for: a condition over registers, or a thread that loops for ever.
 *
 * @param text as written
 * @param condition null if a thread is to be stuck
 * @param stuck that thread, or empty
 */
record Outcome(String text, @Nullable Expression condition, String stuck) {
  private static final String STUCK = "stuck(";

  static Outcome of(String text) {
    return text.startsWith(STUCK)
        ? new Outcome(text, null, text.substring(STUCK.length(), text.length() - 1))
        : new Outcome(text, Notation.expression(text), "");
  }

  /** Whether an execution with this end shows it. */
  boolean holds(FinalState end) {
    if (condition == null) {
      return end.stuck().contains(stuck);
    }
    Integer truth = condition.value(end.registers());
    return end.stuck().isEmpty() && truth != null && truth == 1;
  }
}
