package dev.prescient.replay.schedule;

import dev.prescient.runtime.control.ControlledThread;

/**
 * Probabilistic concurrency testing (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010): the
 * enabled thread of highest priority runs; at d-1 random points the running thread's priority
 * drops. Departs from the paper: a thread that yields drops as well, so that no thread waits for
 * ever for one of lower priority.
 */
public final class Pct extends RandomChoices {
  private static final int HIGH = 1 << 20;

  private final int[] dropAt;
  private int step;
  private int lowest;

  /**
   * Makes a strategy.
   *
   * @param depth number of ordering constraints d, from 1
   * @param length expected number of decisions, from 1
   */
  public Pct(long seed, int depth, int length) {
    super(seed);
    dropAt = new int[depth - 1];
    for (int i = 0; i < dropAt.length; i++) {
      dropAt[i] = 1 + random.below(length);
    }
  }

  @Override
  public void started(ControlledThread t) {
    t.priority = HIGH + random.below(HIGH);
  }

  @Override
  public ControlledThread choose(
      ControlledThread me,
      ControlledThread[] enabled,
      int count,
      boolean continues,
      boolean yields) {
    step++;
    boolean drop = yields;
    for (int at : dropAt) {
      drop |= at == step;
    }
    if (drop) {
      me.priority = --lowest;
    }
    return highest(enabled, count);
  }
}
