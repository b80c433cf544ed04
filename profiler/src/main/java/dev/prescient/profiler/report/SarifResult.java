package dev.prescient.profiler.report;

import java.util.List;
import java.util.Optional;

/**
 * A result of a SARIF log.
 *
 * @param rule it breaks
 * @param note whether it is for information only
 * @param message text; literal brackets escaped by {@link SarifFile#escaped}, {@code [text](1)}
 *     links to a related place
 * @param place where it shows
 * @param related other places, numbered from 1
 * @param steps of the interleaving, in the order of execution
 * @param stacks of all that is known
 * @param fingerprint equal for the same result of another run
 * @param suppression present if it is suppressed
 * @param known whether the baseline has it
 */
public record SarifResult(
    Rule rule,
    boolean note,
    String message,
    Frame place,
    List<Related> related,
    List<Step> steps,
    List<Stack> stacks,
    String fingerprint,
    Optional<Suppression> suppression,
    boolean known) {

  /** Another place, and what happened there. */
  public record Related(String text, Frame place) {}

  /** What a thread did. */
  public record Step(String thread, String text, Frame place) {}

  /** A stack, innermost frame first. */
  public record Stack(String text, List<Frame> frames) {}

  /** Why it does not count. */
  public record Suppression(boolean inSource, String reason) {}
}
