package dev.prescient.replay;

import dev.prescient.agent.site.SiteTable;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.control.ControlledThread;
import dev.prescient.runtime.control.Failures;
import dev.prescient.runtime.control.JdkState;
import dev.prescient.runtime.control.RunAborted;
import dev.prescient.runtime.control.RunEnd;
import dev.prescient.runtime.control.Scheduler;
import dev.prescient.runtime.control.Strategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs a method under the scheduler, again and again in one JVM: each time the calling thread is
 * thread 0, and the run is over when the method has returned and no other thread is left but
 * daemons. Those, and all threads of a run that cannot end by itself, are ended by an error at
 * their hooks.
 *
 * <p>State: {@code verdict} and {@code cut} are written by the thread that finds out, or the
 * watchdog, before the run is over for the others; the rest belongs to the calling thread.
 */
final class ControlledBody implements Scheduler.Observer {
  private static final long PATIENCE_NS = 5_000_000_000L;

  private final FailureFinder finder;
  private final RunWatchdog watchdog;
  private final long seed;
  private final long baseMillis;
  private final long steps;
  private volatile @Nullable Failure verdict;
  private volatile boolean cut;

  /**
   * Of one JVM.
   *
   * @param seed of every run
   * @param baseMillis virtual wall-clock time of the start of every run
   * @param steps scheduling points after which a run is cut
   * @param lost what to do if a run's first thread does not come back; ends the JVM
   */
  ControlledBody(SiteTable sites, long seed, long baseMillis, long steps, Runnable lost) {
    this.finder = new FailureFinder(sites);
    this.watchdog = new RunWatchdog(null, this::deadlock, lost);
    this.seed = seed;
    this.baseMillis = baseMillis;
    this.steps = steps;
  }

  /**
   * How a run ended.
   *
   * @param outcome as of a process
   * @param cut whether it was ended before its time, by a verdict or the limit of points
   * @param clean whether all its threads have ended: another run may follow in this JVM
   */
  record Ended(Outcome outcome, boolean cut, boolean clean) {}

  /** Called once, before the first run. */
  void start() {
    JdkState.save();
    watchdog.start();
  }

  /** Called after the last run. */
  void end() {
    watchdog.end();
  }

  /** What is run. */
  @FunctionalInterface
  interface Body {
    void run() throws Throwable;
  }

  /**
   * One run.
   *
   * @param everyChoice whether decisions that follow the default are journalled as well
   */
  Ended run(Body body, Strategy strategy, boolean everyChoice) {
    ThreadState here = ThreadState.current();
    verdict = null;
    cut = false;
    JdkState.restore(seed);
    Scheduler.begin(strategy, this, seed, baseMillis, steps, everyChoice);
    int busy = here.busy;
    here.busy = 0;
    try {
      call(body);
      if (!RunEnd.aborting()) {
        RunEnd.leave();
      }
    } catch (RunAborted e) {
      // a verdict, or the limit
    } finally {
      here.busy = busy;
    }
    Outcome outcome = outcome();
    boolean aborted = RunEnd.aborting();
    boolean clean = true;
    if (aborted || Scheduler.living().length > 0) {
      if (!aborted) {
        RunEnd.abort();
      }
      clean = RunEnd.allEnded(PATIENCE_NS);
    }
    Scheduler.end();
    return new Ended(outcome, aborted, clean);
  }

  /** How the present run ended, if the method has ended the JVM. */
  Outcome exited(int status) {
    Scheduler.end();
    Outcome o = outcome();
    if (status == 0 || !o.failures().isEmpty()) {
      return o;
    }
    return RunOutcome.of(
        status, List.of(finder.exitStatus(status)), List.of(), null, cut, Map.of());
  }

  private static void call(Body body) {
    try {
      body.run();
    } catch (Throwable e) { // the program's, as of a main method
      if (!RunEnd.aborting()) {
        Failures.uncaught(Thread.currentThread(), e);
      }
    }
  }

  private Outcome outcome() {
    List<Failure> failures = new ArrayList<>();
    if (Failures.any()) {
      failures.addAll(finder.exceptions());
    }
    Failure found = verdict;
    if (found != null) {
      failures.add(found);
    }
    int status = Failures.any() && finder.mainDied() ? 1 : 0;
    return RunOutcome.of(status, failures, List.of(), null, cut, Map.of());
  }

  // ------------------------------------------------------------------------------------ verdicts

  @Override
  public void stuck() {
    watchdog.hurry();
  }

  /** The watchdog's confirmed finding. */
  private void deadlock() {
    verdict = finder.deadlock();
    RunEnd.abort();
  }

  @Override
  public void spinsForever(ControlledThread t) {
    ThreadState here = ThreadState.current();
    here.busy++;
    verdict = finder.spinsForever(t);
    here.busy--;
    RunEnd.abort();
  }

  @Override
  public void cut(ControlledThread t) {
    cut = true;
    RunEnd.abort();
  }
}
