package dev.prescient.replay;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which failing runs of an exploration are worth keeping: of each kind of failure the first one
 * with the weakest cause; where guesses are needed, the first few with different ones, since not
 * every guess is justified.
 *
 * <p>State: for one thread.
 */
final class KeptFailures {
  private static final int GUESSES = 8;

  private final Map<String, Integer> weakest = new HashMap<>();
  private final Set<String> seen = new HashSet<>();
  private final Map<String, Integer> guessing = new HashMap<>();

  /** Whether a run that fails is to be kept; it is then taken for kept. */
  boolean add(Outcome outcome) {
    String failure = signature(outcome.failures().get(0));
    int cause = outcome.cause();
    int least = weakest.getOrDefault(failure, Integer.MAX_VALUE);
    if (cause > least || (cause == least && cause < Outcome.GUESSED)) {
      return false;
    }
    weakest.put(failure, cause);
    if (cause < Outcome.GUESSED) {
      return true;
    }
    Set<String> guesses = new TreeSet<>();
    for (Outcome.Injected i : outcome.injections()) {
      if (i.guessed()) {
        guesses.add(i.toString());
      }
    }
    return seen.add(failure + guesses) && guessing.merge(failure, 1, Integer::sum) <= GUESSES;
  }

  private static String signature(Failure f) {
    return f.kind().text + "|" + f.exception() + "|" + f.site();
  }
}
