package dev.prescient.cli.hunt;

import dev.prescient.profiler.race.Access;
import dev.prescient.profiler.race.RaceReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The races of several runs: one per variable declaration and pair of sites, counts added, numbered
 * in the order of discovery.
 *
 * <p>State: guarded by this object's monitor.
 */
public final class RaceSet {
  private final Map<String, RaceReport> races = new LinkedHashMap<>();
  private final TreeSet<String> declarations = new TreeSet<>();

  /**
   * Adds the races of a run.
   *
   * @return whether a variable is among them that was not known to race
   */
  public synchronized boolean add(List<RaceReport> found) {
    boolean news = false;
    for (RaceReport r : found) {
      news |= declarations.add(r.declaration());
      races.merge(key(r), r, (old, more) -> copy(old, old.id(), old.count() + more.count()));
    }
    return news;
  }

  /** All of them, {@code R1} first. */
  public synchronized List<RaceReport> all() {
    List<RaceReport> numbered = new ArrayList<>();
    for (RaceReport r : races.values()) {
      numbered.add(copy(r, "R" + (numbered.size() + 1), r.count()));
    }
    return numbered;
  }

  private static String key(RaceReport r) {
    String a = side(r.first());
    String b = side(r.second());
    return r.declaration() + "|" + (a.compareTo(b) <= 0 ? a + "|" + b : b + "|" + a);
  }

  private static String side(Access a) {
    return a.siteHash() + (a.write() ? "w" : "r");
  }

  private static RaceReport copy(RaceReport r, String id, long count) {
    return new RaceReport(
        id,
        r.variable(),
        r.kind(),
        r.declaration(),
        r.type(),
        count,
        r.first(),
        r.second(),
        r.suppressed());
  }
}
