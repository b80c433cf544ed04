package dev.prescient.cli.report;

import dev.prescient.profiler.value.Candidate;
import dev.prescient.replay.Failure;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A failure that was exposed, run again and classified.
 *
 * @param id {@code F1}, …
 * @param failure by which oracle, where
 * @param memoryClass {@code interleaving}, {@code stale}, {@code future}, {@code future-optimizer}
 * @param why the class holds, one line; may be empty
 * @param reads the injected loads; empty for an interleaving
 * @param hits how many of the reruns failed the same way
 * @param of reruns of the printed command
 * @param command that reproduces it, from any folder
 * @param schedule in one line, as {@code ScheduleText} has it; empty if that is long
 * @param options the agent's, for the rerun
 * @param slice null if it was not explained
 */
public record Finding(
    String id,
    Failure failure,
    String memoryClass,
    String why,
    List<Read> reads,
    int hits,
    int of,
    String command,
    String schedule,
    Map<String, String> options,
    @Nullable Slice slice) {

  /**
   * A load that returned a value from the past or the future.
   *
   * @param candidate its id
   * @param kind from the past or from the future
   * @param variable in source terms
   * @param thread creation path
   * @param load {@code File.java:12}
   * @param value as text
   * @param store {@code File.java:12} of the store that wrote or validated it
   */
  public record Read(
      String candidate,
      Candidate.Kind kind,
      String variable,
      String thread,
      String load,
      String value,
      String store) {

    /** From a candidate, with the store that validated it if another did. */
    public static Read of(Candidate c, String validatedAt) {
      return new Read(
          c.id(),
          c.kind(),
          c.variable(),
          c.load().thread(),
          c.loadSite(),
          c.value().text(),
          validatedAt.isEmpty() ? c.storeSite() : validatedAt);
    }
  }

  /**
   * The statements that matter.
   *
   * @param encoding {@code ds+hs} and the like
   * @param statements kept
   * @param ofStatements in the trace
   * @param variables kept
   * @param ofVariables in the trace
   * @param certified whether the solver confirmed the slice and every invariant step
   * @param lines {@code File.java:12} in trace order
   * @param text statement by statement with the invariants between
   */
  public record Slice(
      String encoding,
      int statements,
      int ofStatements,
      int variables,
      int ofVariables,
      boolean certified,
      List<String> lines,
      List<String> text) {}

  /** Which failures count as one. */
  public String key() {
    String load =
        memoryClass.equals("interleaving") || reads.isEmpty()
            ? ""
            : reads.get(0).variable() + "@" + reads.get(0).load();
    return String.join(
        "|",
        failure.kind().text,
        String.valueOf(failure.exception()),
        failure.site(),
        String.valueOf(failure.variable()),
        load);
  }

  /** As it is, run again so many times. */
  public Finding reproduced(int newHits, int newOf) {
    return new Finding(
        id, failure, memoryClass, why, reads, newHits, newOf, command, schedule, options, slice);
  }

  /** As it is, with another schedule, under another command. */
  public Finding scheduled(String newCommand, String newSchedule) {
    return new Finding(
        id, failure, memoryClass, why, reads, hits, of, newCommand, newSchedule, options, slice);
  }

  /** As it is, with a slice. */
  public Finding explained(Slice s) {
    return new Finding(
        id, failure, memoryClass, why, reads, hits, of, command, schedule, options, s);
  }
}
