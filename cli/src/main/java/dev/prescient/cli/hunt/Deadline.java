package dev.prescient.cli.hunt;

import java.time.Duration;

/** The end of a budget of wall-clock time. */
public final class Deadline {
  private final long startNs = System.nanoTime();
  private final Duration budget;

  public Deadline(Duration budget) {
    this.budget = budget;
  }

  /** Whether more than a share of the budget is used. */
  public boolean passed(double share) {
    return used().toNanos() > budget.toNanos() * share;
  }

  /** Time used. */
  public Duration used() {
    return Duration.ofNanos(System.nanoTime() - startNs);
  }

  /** Time left, never negative. */
  public Duration left() {
    Duration left = budget.minus(used());
    return left.isNegative() ? Duration.ZERO : left;
  }
}
