package dev.prescient.cli.hunt;

import dev.prescient.profiler.race.RaceReport;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * The races of several runs: one per cause, counts added, numbered in the order of discovery.
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
      races.merge(r.cause(), r, RaceSet::merged);
    }
    return news;
  }

  /** All of them, {@code R1} first. */
  public synchronized List<RaceReport> all() {
    List<RaceReport> numbered = new ArrayList<>();
    for (RaceReport r : races.values()) {
      numbered.add(r.counted("R" + (numbered.size() + 1), r.count()));
    }
    return numbered;
  }

  /** Of two reports of one cause, the one that knows more of the first access. */
  private static RaceReport merged(RaceReport old, RaceReport more) {
    boolean better = more.first().kept().compareTo(old.first().kept()) < 0;
    return (better ? more : old).counted(old.id(), old.count() + more.count());
  }
}
