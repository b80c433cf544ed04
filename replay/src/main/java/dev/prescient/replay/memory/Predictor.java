package dev.prescient.replay.memory;

import dev.prescient.profiler.value.LiveValue;
import dev.prescient.profiler.value.Occurrence;
import dev.prescient.profiler.value.Variable;
import dev.prescient.runtime.ThreadState;
import org.jspecify.annotations.Nullable;

/** Looks at loads and stores for values that loads might have returned. */
interface Predictor {
  /**
   * A load.
   *
   * @return whether an earlier load was forgotten
   */
  boolean load(Load l);

  /** A store of {@code v}, an object or not, by {@code u}. */
  void store(
      ThreadState u,
      Variable x,
      LiveValue v,
      @Nullable Object object,
      Occurrence store,
      String site);
}
