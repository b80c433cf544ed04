package dev.prescient.cli.hunt;

import dev.prescient.cli.report.RunReport.Tried;
import dev.prescient.cli.report.RunReport.Verdict;
import dev.prescient.profiler.value.Candidate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The candidates of a hunt, from however many profiling runs, under ids of their own; what became
 * of each, and which run to follow when it is injected.
 *
 * <p>State: guarded by this object's monitor.
 */
public final class CandidateBook {
  /**
   * A candidate of the book.
   *
   * @param candidate under its id in the book
   * @param run folder of the profiling run: its recording is followed
   * @param with ids injected in that run already
   */
  public record Entry(Candidate candidate, Path run, List<String> with) {
    /** Every id to inject. */
    public List<String> inject() {
      List<String> all = new ArrayList<>(with);
      all.add(candidate.id());
      return all;
    }
  }

  /** Candidates kept of each load site, kind and value: later ones tell the same. */
  private static final int KEPT = 4;

  private final Map<String, Integer> groups = new HashMap<>();
  private long left;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final Map<String, Verdict> verdicts = new HashMap<>();
  private final Map<String, String> ids = new HashMap<>();

  /**
   * Adds the candidates of a profiling run.
   *
   * @return the new ones, renumbered
   */
  public synchronized List<Entry> add(List<Candidate> found, Path run, List<String> with) {
    List<Entry> added = new ArrayList<>();
    for (Candidate c : found) {
      String id = "C" + (entries.size() + 1);
      if (ids.containsKey(key(c))) {
        continue;
      }
      if (groups.merge(group(c), 1, Integer::sum) > KEPT) {
        left++;
      } else {
        ids.put(key(c), id);
        Entry e = new Entry(c.named(id), run, List.copyOf(with));
        entries.put(id, e);
        added.add(e);
      }
    }
    return added;
  }

  /** Candidates that were left out, being repetitions of one kept. */
  public synchronized long left() {
    return left;
  }

  /** By id. */
  public synchronized Optional<Entry> entry(String id) {
    return Optional.ofNullable(entries.get(id));
  }

  /** What became of an injection; the best verdict stays. */
  public synchronized void verdict(String id, Verdict verdict) {
    verdicts.merge(id, verdict, (a, b) -> a.compareTo(b) >= 0 ? a : b);
  }

  /** All of them, {@code C1} first. */
  public synchronized List<Entry> all() {
    return List.copyOf(entries.values());
  }

  /** All with their verdicts, {@code C1} first. */
  public synchronized List<Tried> tried() {
    return entries.values().stream()
        .map(
            e ->
                new Tried(
                    e.candidate(), verdicts.getOrDefault(e.candidate().id(), Verdict.UNTRIED)))
        .toList();
  }

  /**
   * In an order that tries different things first: the first of each load site, kind and value
   * before the second of any.
   */
  public static List<Entry> spread(List<Entry> entries) {
    Map<String, List<Entry>> groups = new LinkedHashMap<>();
    for (Entry e : entries) {
      groups.computeIfAbsent(group(e.candidate()), g -> new ArrayList<>()).add(e);
    }
    List<Entry> spread = new ArrayList<>();
    for (int i = 0; spread.size() < entries.size(); i++) {
      for (List<Entry> group : groups.values()) {
        if (i < group.size()) {
          spread.add(group.get(i));
        }
      }
    }
    return spread;
  }

  private static String group(Candidate c) {
    return c.kind() + "|" + c.hold() + "|" + c.load().site() + "|" + c.value().text();
  }

  private static String key(Candidate c) {
    return c.kind() + "|" + c.hold() + "|" + c.declaration() + "|" + c.load() + "|" + c.value();
  }
}
