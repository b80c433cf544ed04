package dev.prescient.profiler.value;

import java.util.List;

/**
 * One load of a racy variable.
 *
 * @param epoch of the loading thread
 * @param load which load
 * @param site {@code File.java:12}
 * @param visible the values that it might have returned
 * @param order number among all accesses of the run
 */
public record Read(long epoch, Occurrence load, String site, List<LiveValue> visible, long order) {
  /** Whether the load might have returned the value as things stood. */
  public boolean saw(LiveValue value) {
    return visible.stream().anyMatch(v -> v.same(value));
  }
}
