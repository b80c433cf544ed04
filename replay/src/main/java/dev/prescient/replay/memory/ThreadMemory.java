package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Write;
import dev.prescient.runtime.ThreadState;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the memory model keeps per thread: how often it was at each site, and what its last loads
 * there returned.
 *
 * <p>State: guarded by the {@link MemoryRun}.
 */
final class ThreadMemory {
  final ThreadState thread;

  private final Map<Integer, Place> places = new HashMap<>();

  /** What is kept of a site. */
  private static final class Place {
    int visits;

    @Nullable Write last;
  }

  ThreadMemory(ThreadState thread) {
    this.thread = thread;
  }

  private Place place(int site) {
    return places.computeIfAbsent(site, s -> new Place());
  }

  /** The number of this visit of the site, from 1. */
  int visit(int site) {
    return ++place(site).visits;
  }

  /** What the thread's last load at the site returned, as far as {@link #setLast} was told. */
  @Nullable Write last(int site) {
    return place(site).last;
  }

  void setLast(int site, Write w) {
    place(site).last = w;
  }
}
