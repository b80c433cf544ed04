package dev.prescient.cli.hunt;

import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How a hunt goes.
 *
 * @param budget of the whole hunt; what has begun is ended
 * @param runs free runs of the race stage, 1..
 * @param controlledRuns of the race stage, 0..
 * @param schedules most schedules explored, 0..
 * @param exploration how schedules are explored
 * @param preemptions bound of the systematic exploration, 0..
 * @param tries reruns of a failure before it is reported, 1..
 * @param seed of the first random run
 * @param stopAtFirst whether the first confirmed failure ends the hunt
 * @param speculative whether failures are shown that need knowledge of value ranges
 * @param encoding of the explanation, or {@code auto}
 * @param okExits statuses that are no failure
 * @param failOn what must not occur in the output
 * @param oracle a shell command that judges a run
 * @param compareOutput whether standard output must be the baseline's
 * @param baselineTimeout of the run without the agent
 */
public record HuntOptions(
    Duration budget,
    int runs,
    int controlledRuns,
    long schedules,
    Exploration exploration,
    int preemptions,
    int tries,
    long seed,
    boolean stopAtFirst,
    boolean speculative,
    String encoding,
    Set<Integer> okExits,
    @Nullable Pattern failOn,
    @Nullable String oracle,
    boolean compareOutput,
    Duration baselineTimeout) {

  /** For verbs that look for races and confirm failures, but hunt for nothing. */
  public static HuntOptions plain(Duration budget, int runs, int tries, long seed) {
    return new HuntOptions(
        budget,
        runs,
        2,
        0,
        Exploration.PORTFOLIO,
        0,
        tries,
        seed,
        false,
        false,
        "ds+hs",
        Set.of(),
        null,
        null,
        false,
        budget);
  }
}
