package dev.prescient.replay.schedule;

import dev.prescient.runtime.control.ControlledThread;
import dev.prescient.runtime.control.Strategy;

/** Whatever is to be chosen beside the thread is chosen uniformly at random. */
abstract class RandomChoices extends Strategy {
  final Randomness random;

  RandomChoices(long seed) {
    random = new Randomness(seed);
  }

  @Override
  public final int chooseWaiter(ControlledThread me, ControlledThread[] waiters, int count) {
    return random.below(count);
  }

  @Override
  public final int chooseValue(ControlledThread me, int n) {
    return random.below(n);
  }

  /** The first of {@code enabled[0..count)} with the highest priority. */
  static ControlledThread highest(ControlledThread[] enabled, int count) {
    ControlledThread best = enabled[0];
    for (int i = 1; i < count; i++) {
      if (enabled[i].priority > best.priority) {
        best = enabled[i];
      }
    }
    return best;
  }
}
