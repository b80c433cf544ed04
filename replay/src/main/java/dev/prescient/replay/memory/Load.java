package dev.prescient.replay.memory;

import dev.prescient.profiler.value.LiveValue;
import dev.prescient.profiler.value.Occurrence;
import dev.prescient.profiler.value.Variable;
import dev.prescient.profiler.value.Write;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One load of a racy variable, as it happens.
 *
 * @param memory of the loading thread
 * @param owner of the variable
 * @param x the variable
 * @param at the site
 * @param n how many times the thread has been there, from 1
 * @param visible the stores that the load may read from, the latest last
 * @param order number among all accesses of the run
 */
record Load(
    ThreadMemory memory,
    Object owner,
    Variable x,
    AccessSite at,
    int n,
    List<Write> visible,
    long order) {

  Write latest() {
    return x.writes().latest();
  }

  /**
   * The store that the load reads from.
   *
   * @param other what it returns instead of the latest value, or null
   * @return empty for a guess
   */
  Optional<Write> source(@Nullable LiveValue other) {
    if (other == null) {
      return Optional.of(latest());
    }
    return visible.stream().filter(w -> w.value().same(other)).reduce((a, b) -> b);
  }

  Occurrence occurrence() {
    return new Occurrence(memory.thread.path, at.hash(), n);
  }
}
