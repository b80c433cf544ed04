package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Occurrence;
import dev.prescient.replay.schedule.Randomness;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Now and then another value than the latest, any that is known, with equal probability. */
final class RandomReads implements ReadPlan {
  private static final int ONE_IN = 4;

  private final Randomness random;
  private final Map<Occurrence, Set<String>> guesses;

  /**
   * A plan.
   *
   * @param guesses values that loads may turn out to have returned
   */
  RandomReads(long seed, Map<Occurrence, Set<String>> guesses) {
    this.random = new Randomness(seed);
    this.guesses = guesses;
  }

  @Override
  public String choose(String thread, int n, Occurrence load, List<String> visible) {
    if (random.below(ONE_IN) != 0) {
      return ReadChoice.LATEST;
    }
    List<String> all = new ArrayList<>(visible);
    all.addAll(guesses.getOrDefault(load, Set.of()));
    return all.get(random.below(all.size()));
  }
}
