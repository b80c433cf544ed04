package dev.prescient.agent;

import java.util.Map;
import java.util.TreeMap;

/**
 * Named counters of what an agent run did and what it left out: {@code classesWoven}, {@code
 * classesSkipped}, {@code dropped}, … Written to the run's files and shown in every report.
 *
 * <p>State: the map is guarded by this object's monitor.
 */
public final class Counts {
  private final TreeMap<String, Long> counts = new TreeMap<>();

  /** Adds to a counter. */
  public synchronized void add(String name, long n) {
    counts.put(name, counts.getOrDefault(name, 0L) + n);
  }

  /** A copy, sorted by name. */
  public synchronized Map<String, Long> all() {
    return new TreeMap<>(counts);
  }
}
