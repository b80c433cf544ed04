package dev.prescient.replay;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which failing runs of an exploration are worth keeping: of each kind of failure those with the
 * weakest cause. Where guesses are needed, a few with different ones, since what they are is not
 * yet known for sure.
 *
 * <p>State: for one thread.
 */
final class KeptFailures {
  /** Sets of guesses that are looked at, of each kind of failure. */
  private static final int LOOKED_AT = 64;

  private final Map<String, Integer> weakest = new HashMap<>();
  private final Map<String, Integer> kept = new HashMap<>();
  private final Map<String, Integer> lookedAt = new HashMap<>();
  private final Set<String> seen = new HashSet<>();

  /** Whether a run that fails may be worth keeping. */
  boolean mayAdd(Outcome outcome) {
    String failure = outcome.failures().get(0).signature();
    int cause = outcome.cause().rank;
    int least = weakest.getOrDefault(failure, Integer.MAX_VALUE);
    if (cause < Cause.JUSTIFIED.rank) {
      return cause < least;
    }
    Set<String> guesses = new TreeSet<>();
    for (Outcome.Injected i : outcome.injections()) {
      guesses.add(i.toString());
    }
    return cause <= least
        && seen.add(failure + guesses)
        && lookedAt.merge(failure, 1, Integer::sum) <= LOOKED_AT;
  }

  /** Whether it is, now that its cause is known; it is then taken for kept. */
  boolean add(Outcome outcome, Cause cause) {
    String failure = outcome.failures().get(0).signature();
    if (cause.rank > weakest.getOrDefault(failure, Integer.MAX_VALUE)) {
      return false;
    }
    weakest.put(failure, cause.rank);
    return kept.merge(failure + cause, 1, Integer::sum) <= cause.most;
  }
}
