package dev.prescient.cli.report;

import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.replay.Outcome;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything a verb found; every rendering is made from it.
 *
 * @param command the verb
 * @param run the run's folder as shown to the user
 * @param exit status of the verb
 * @param jdk version of the program's JDK
 * @param races by id
 * @param candidates by id, with what became of each
 * @param failures by id, worst first
 * @param discarded what was exposed but is no finding, and why
 * @param explored null if nothing was explored
 * @param counts what was woven, dropped, diverged, …
 * @param canary {@code passed}, {@code failed: …}, or {@code not run}
 * @param notes what the user must know to judge the rest: oracles that were off, and the like
 */
public record RunReport(
    String command,
    String run,
    int exit,
    String jdk,
    List<RaceReport> races,
    List<Tried> candidates,
    List<Finding> failures,
    List<Discarded> discarded,
    @Nullable Explored explored,
    Map<String, Long> counts,
    String canary,
    List<String> notes) {

  /**
   * A candidate and its fate.
   *
   * @param candidate as profiled
   * @param verdict of its injection
   */
  public record Tried(Candidate candidate, Verdict verdict) {}

  /** What became of a candidate. */
  public enum Verdict {
    UNTRIED,
    DIVERGED,
    NO_EFFECT,
    NOT_VISIBLE,
    UNVALIDATED,
    VALIDATED;

    /** Of an injection's fate. */
    public static Verdict of(Outcome.Fate fate) {
      return switch (fate) {
        case NOT_REACHED -> DIVERGED;
        case NO_EFFECT -> NO_EFFECT;
        case NOT_VISIBLE -> NOT_VISIBLE;
        case UNVALIDATED -> UNVALIDATED;
        case VALIDATED -> VALIDATED;
      };
    }
  }

  /**
   * Behaviour that was exposed but is no finding.
   *
   * @param memoryClass {@code thin-air}, {@code unvalidated}, {@code not-reproduced}, …
   * @param candidates ids
   * @param reason one line
   */
  public record Discarded(String memoryClass, List<String> candidates, String reason) {}

  /**
   * The schedules tried.
   *
   * @param schedules how many
   * @param strategy in words
   * @param bound preemptions of the last bound finished, or -1
   * @param exhausted whether a systematic strategy ran out of schedules
   */
  public record Explored(long schedules, String strategy, int bound, boolean exhausted) {}

  /** As it is, with an exit status. */
  public RunReport exiting(int status) {
    return new RunReport(
        command,
        run,
        status,
        jdk,
        races,
        candidates,
        failures,
        discarded,
        explored,
        counts,
        canary,
        notes);
  }

  /** As it is, with other failures. */
  public RunReport withFailures(List<Finding> found) {
    return new RunReport(
        command,
        run,
        exit,
        jdk,
        races,
        candidates,
        found,
        discarded,
        explored,
        counts,
        canary,
        notes);
  }

  /** As it is, with other things discarded and other notes. */
  public RunReport with(List<Discarded> unlike, List<String> said) {
    return new RunReport(
        command,
        run,
        exit,
        jdk,
        races,
        candidates,
        failures,
        unlike,
        explored,
        counts,
        canary,
        said);
  }

  /** As it is, with other races. */
  public RunReport withRaces(List<RaceReport> newRaces) {
    return new RunReport(
        command,
        run,
        exit,
        jdk,
        newRaces,
        candidates,
        failures,
        discarded,
        explored,
        counts,
        canary,
        notes);
  }

  /** Races that neither a suppression covers nor the baseline knows. */
  public List<RaceReport> racesThatCount() {
    return races.stream().filter(RaceReport::counts).toList();
  }

  /** Whether there is something to tell. */
  public boolean hasFindings() {
    return !racesThatCount().isEmpty() || !failures.isEmpty();
  }
}
