package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Occurrence;
import java.util.List;

/** What each load of a run returns, as a {@link ReadChoice}. */
interface ReadPlan {
  /**
   * Chooses.
   *
   * @param thread path of the loading thread
   * @param n its event counter
   * @param load which load it is
   * @param visible the choices that need no guess, the latest value first
   */
  String choose(String thread, int n, Occurrence load, List<String> visible);
}
