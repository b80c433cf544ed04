package dev.prescient.replay;

import dev.prescient.runtime.control.EventLog;
import dev.prescient.runtime.control.Failures;
import dev.prescient.runtime.control.Identity;
import dev.prescient.runtime.control.Scheduler;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The scheduler's part of an {@link Outcome}: what it counted in the run that has just ended. */
final class RunOutcome {
  private RunOutcome() {}

  /**
   * The outcome of the present run.
   *
   * @param cut whether it was ended at the limit of scheduling points
   * @param more counts beside those of the scheduler
   */
  static Outcome of(
      int status,
      List<Failure> failures,
      List<Outcome.Injected> injections,
      @Nullable Divergence divergence,
      boolean cut,
      Map<String, Long> more) {
    Map<String, Long> counts = new TreeMap<>(more);
    counts.put("bestEffortMarks", Scheduler.marks());
    counts.put("switches", Scheduler.switches());
    counts.put("threads", (long) Scheduler.threads());
    counts.put("hashFallbacks", Identity.fallbacks());
    counts.put("droppedFailures", Failures.dropped());
    counts.put("cut", cut ? 1L : 0L);
    return new Outcome(
        status,
        failures,
        injections,
        divergence,
        Scheduler.points(),
        Scheduler.choices(),
        Scheduler.preemptions(),
        EventLog.hash(),
        false,
        counts);
  }
}
