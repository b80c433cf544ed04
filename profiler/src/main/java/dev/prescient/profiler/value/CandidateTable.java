package dev.prescient.profiler.value;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The candidates of a run. Ranked for those who try them one by one: a first candidate for each
 * load site and kind, then a second for each, and so on; at one site new values come before known
 * ones, and then earlier loads before later ones.
 *
 * <p>State: guarded by the owner.
 */
public final class CandidateTable {
  private record Key(Occurrence load, Candidate.Kind kind, boolean hold, Value value) {}

  private record Group(long site, Candidate.Kind kind, boolean hold) {}

  private record Repeated(
      String thread, long site, Candidate.Kind kind, boolean hold, Value value) {}

  /** Loads of one thread at one site that a value is kept for: a spin loop has thousands. */
  private static final int LOADS = 4;

  private final int limit;
  private final Map<Key, Candidate> candidates = new LinkedHashMap<>();
  private final Map<Repeated, Integer> repeated = new HashMap<>();
  private long dropped;

  /**
   * An empty table.
   *
   * @param limit candidates kept
   */
  public CandidateTable(int limit) {
    this.limit = limit;
  }

  /**
   * Adds a candidate, unless this value is one for this load already, or for enough loads of the
   * thread at the site; a value to be held is one for the first load only.
   */
  public void add(
      Candidate.Kind kind,
      boolean hold,
      Variable x,
      Occurrence load,
      String loadSite,
      @Nullable Occurrence store,
      String storeSite,
      Value value) {
    Key key = new Key(load, kind, hold, value);
    if (candidates.containsKey(key)) {
      return;
    }
    Repeated place = new Repeated(load.thread(), load.site(), kind, hold, value);
    int before = repeated.getOrDefault(place, 0);
    if (before >= (hold ? 1 : LOADS)) {
      return;
    }
    repeated.put(place, before + 1);
    if (candidates.size() >= limit) {
      dropped++;
      return;
    }
    candidates.put(
        key,
        new Candidate(
            "", kind, hold, x.name(), x.declaration(), load, loadSite, store, storeSite, value));
  }

  /** Candidates that did not fit. */
  public long dropped() {
    return dropped;
  }

  /** All candidates by rank, numbered {@code C1}, …. */
  public List<Candidate> ranked() {
    Map<Group, List<Candidate>> groups = new LinkedHashMap<>();
    for (Candidate c : candidates.values()) {
      groups
          .computeIfAbsent(new Group(c.load().site(), c.kind(), c.hold()), g -> new ArrayList<>())
          .add(c);
    }
    List<List<Candidate>> columns = groups.values().stream().map(CandidateTable::novel).toList();
    List<Candidate> ranked = new ArrayList<>();
    for (int row = 0; ranked.size() < candidates.size(); row++) {
      for (List<Candidate> column : columns) {
        if (row < column.size()) {
          ranked.add(column.get(row).named("C" + (ranked.size() + 1)));
        }
      }
    }
    return ranked;
  }

  /** New values first, each at its first load; the rest after them. */
  private static List<Candidate> novel(Collection<Candidate> group) {
    List<Candidate> first = new ArrayList<>();
    List<Candidate> rest = new ArrayList<>();
    Set<Value> seen = new HashSet<>();
    for (Candidate c : group) {
      (seen.add(c.value()) ? first : rest).add(c);
    }
    first.addAll(rest);
    return first;
  }
}
