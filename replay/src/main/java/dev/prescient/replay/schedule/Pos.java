package dev.prescient.replay.schedule;

import dev.prescient.runtime.control.ControlledThread;
import dev.prescient.runtime.control.Strategy;

/**
 * Partial order sampling (Yuan, Yang, Gu, CAV 2018): every thread's next step has a random
 * priority, the highest goes first, and the steps whose order with it matters get new ones. Departs
 * from the paper: a thread that yields comes last, so that no thread waits for ever for another.
 */
public final class Pos extends Strategy {
  private static final int HIGH = 1 << 30;

  private final Randomness random;
  private int lowest;

  public Pos(long seed) {
    random = new Randomness(seed);
  }

  @Override
  public void started(ControlledThread t) {
    t.priority = random.below(HIGH);
  }

  @Override
  public ControlledThread choose(
      ControlledThread me,
      ControlledThread[] enabled,
      int count,
      boolean continues,
      boolean yields) {
    me.priority = yields ? --lowest : random.below(HIGH);
    ControlledThread first = enabled[0];
    for (int i = 1; i < count; i++) {
      if (enabled[i].priority > first.priority) {
        first = enabled[i];
      }
    }
    for (int i = 0; i < count; i++) {
      if (enabled[i] != first && NextStep.dependent(first, enabled[i])) {
        enabled[i].priority = random.below(HIGH);
      }
    }
    return first;
  }

  @Override
  public int chooseWaiter(ControlledThread me, ControlledThread[] waiters, int count) {
    return random.below(count);
  }

  @Override
  public int chooseValue(ControlledThread me, int n) {
    return random.below(n);
  }
}
