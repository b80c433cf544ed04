package dev.prescient.replay.schedule;

import dev.prescient.runtime.control.ControlledThread;

/**
 * A random walk: at a scheduling point the thread is left with a given probability, for one chosen
 * uniformly. A thread that yields goes on only if nobody else can.
 */
public final class RandomStrategy extends RandomChoices {
  private final int oneIn;

  /**
   * Makes a walk.
   *
   * @param oneIn 1: choose anew at each point; k: only at one of k on average
   */
  public RandomStrategy(long seed, int oneIn) {
    super(seed);
    this.oneIn = oneIn;
  }

  @Override
  public ControlledThread choose(
      ControlledThread me,
      ControlledThread[] enabled,
      int count,
      boolean continues,
      boolean yields) {
    if (continues && !yields && oneIn > 1 && random.below(oneIn) != 0) {
      return me;
    }
    if (!yields || count == 1) {
      return enabled[random.below(count)];
    }
    int at = random.below(count - 1);
    for (int i = 0; i < count; i++) {
      if (enabled[i] != me && at-- == 0) {
        return enabled[i];
      }
    }
    return enabled[count - 1];
  }
}
