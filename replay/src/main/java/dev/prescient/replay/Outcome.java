package dev.prescient.replay;

import dev.prescient.profiler.value.Occurrence;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What came of one controlled run; written by the agent as {@code outcome.json} in the run's
 * folder, also when the run is cut.
 *
 * @param status exit status of the program
 * @param failures in the order they happened; only absolute oracles, the others are the command
 *     line's
 * @param injections what became of each injection asked for
 * @param divergence the first, or null if the run followed its recording to the end
 * @param points scheduling points passed
 * @param choices decisions taken
 * @param preemptions switches away from a thread that could have gone on
 * @param hash rolling hash of the event log
 * @param exhausted whether a systematic strategy has nothing left to try
 * @param counts {@code diverged}, {@code bestEffortMarks}, {@code dropped}, …
 */
public record Outcome(
    int status,
    List<Failure> failures,
    List<Injected> injections,
    @Nullable Divergence divergence,
    long points,
    long choices,
    int preemptions,
    long hash,
    boolean exhausted,
    Map<String, Long> counts) {

  /**
   * An injection and its fate.
   *
   * @param candidate id in the run's candidates
   * @param fate what became of it
   * @param seen the value that the load would have returned, as text; empty if never reached
   * @param validatedBy the store that made it legal; null unless validated
   * @param validatedAt {@code File.java:12}, {@code initial value}, or empty
   * @param guessed whether the value was a guess, not an old one that the load could see
   * @param outputBefore for a guess that is off: calls that write something out and happen before
   *     the validating store, of each thread and place the last
   */
  public record Injected(
      String candidate,
      Fate fate,
      String seen,
      @Nullable Occurrence validatedBy,
      String validatedAt,
      boolean guessed,
      List<Occurrence> outputBefore) {}

  /** What became of an injection. */
  public enum Fate {
    /** The load never happened. */
    NOT_REACHED("diverged"),
    /** The load got the value it would have had anyway. */
    NO_EFFECT("no-effect"),
    /** A stale value was not visible to the load. */
    NOT_VISIBLE("not-visible"),
    /** Injected, but no racing store wrote the value later. */
    UNVALIDATED("unvalidated"),
    /** Injected and legal. */
    VALIDATED("validated");

    /** As in JSON. */
    public final String text;

    Fate(String text) {
      this.text = text;
    }
  }

  /** What the run needed at most, without a look at whether its guesses are justified. */
  public Cause cause() {
    Cause cause = Cause.ORDER;
    for (Injected i : injections) {
      if (i.fate() == Fate.VALIDATED) {
        Cause c = i.guessed() ? Cause.JUSTIFIED : Cause.STALE;
        cause = c.compareTo(cause) > 0 ? c : cause;
      }
    }
    return cause;
  }

  /** As it is, with what became of injections. */
  public Outcome with(List<Injected> others) {
    return new Outcome(
        status,
        failures,
        others,
        divergence,
        points,
        choices,
        preemptions,
        hash,
        exhausted,
        counts);
  }

  /** Whether every injection that took effect is legal; only then does a failure count. */
  public boolean valid() {
    for (Injected i : injections) {
      if (i.fate() == Fate.UNVALIDATED) {
        return false;
      }
    }
    return true;
  }
}
