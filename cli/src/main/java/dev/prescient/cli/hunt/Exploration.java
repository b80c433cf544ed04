package dev.prescient.cli.hunt;

import dev.prescient.profiler.race.RaceReport;
import java.util.List;
import java.util.Locale;

/**
 * How schedules are explored.
 *
 * @param strategy of them
 * @param races whose places {@link Strategy#RACE} is about; empty for all that are found
 */
public record Exploration(Strategy strategy, List<RaceReport> races) {

  /** What chooses who runs next. */
  public enum Strategy {
    PORTFOLIO,
    RANDOM,
    P,
    PCT,
    POS,
    ICB,
    RACE
  }

  /** As many schedules at random as a portfolio has, before the systematic ones. */
  private static final int AT_RANDOM = 12;

  /** Random walks, priorities, then all with few preemptions. */
  public static final Exploration PORTFOLIO = new Exploration(Strategy.PORTFOLIO, List.of());

  public Exploration {
    races = List.copyOf(races);
  }

  /** The agent's names of the strategies that choose at random, in turn; none for {@code icb}. */
  List<String> atRandom() {
    return switch (strategy) {
      case PORTFOLIO -> List.of("p", "random", "pct", "pos");
      case ICB -> List.of();
      case RANDOM -> List.of("random");
      case P -> List.of("p");
      case PCT -> List.of("pct");
      case POS -> List.of("pos");
      case RACE -> List.of("race");
    };
  }

  /** How many schedules are chosen at random, of so many. */
  long atRandom(long schedules, boolean weak) {
    return switch (strategy) {
      case PORTFOLIO -> Math.min(schedules / 2, weak ? 2 * AT_RANDOM : AT_RANDOM);
      case ICB -> 0;
      default -> schedules;
    };
  }

  /** For the report. */
  String text() {
    return strategy == Strategy.PORTFOLIO
        ? String.join(", ", atRandom()) + ", then icb"
        : strategy.name().toLowerCase(Locale.ROOT);
  }

  boolean isSystematic() {
    return strategy == Strategy.PORTFOLIO || strategy == Strategy.ICB;
  }
}
