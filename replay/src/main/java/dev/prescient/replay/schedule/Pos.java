package dev.prescient.replay.schedule;

import dev.prescient.runtime.control.ControlledThread;

/**
 * Partial order sampling (Yuan, Yang, Gu, CAV 2018): every thread's next step has a random
 * priority, the highest goes first, and the steps whose order with it matters get new ones. Departs
 * from the paper: a thread that yields comes last, so that no thread waits for ever for another.
 */
public final class Pos extends RandomChoices {
  private static final int HIGH = 1 << 30;

  private int lowest;

  public Pos(long seed) {
    super(seed);
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
    ControlledThread first = highest(enabled, count);
    for (int i = 0; i < count; i++) {
      if (enabled[i] != first && NextStep.dependent(first, enabled[i])) {
        enabled[i].priority = random.below(HIGH);
      }
    }
    return first;
  }
}
