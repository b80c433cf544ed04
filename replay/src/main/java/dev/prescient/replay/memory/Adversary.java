package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Value;
import dev.prescient.profiler.value.Write;
import org.jspecify.annotations.Nullable;

/** Chooses what loads return that nobody has asked for by a candidate. */
interface Adversary {
  /** What a load returns; null for the latest value. */
  @Nullable Pick choose(Load l);

  /**
   * Another value than the latest: an old one, or a guess.
   *
   * @param old a store that the load sees; null for a guess
   * @param guess what another thread may store later; null for an old value
   * @param hold whether later loads of the thread at the site get it as well
   */
  record Pick(@Nullable Write old, @Nullable Value guess, boolean hold) {
    static Pick old(Write w, boolean hold) {
      return new Pick(w, null, hold);
    }

    static Pick guess(Value v) {
      return new Pick(null, v, false);
    }
  }
}
