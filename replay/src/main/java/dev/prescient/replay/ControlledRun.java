package dev.prescient.replay;

import dev.prescient.agent.AgentContext;
import dev.prescient.agent.AgentOption;
import dev.prescient.agent.Log;
import dev.prescient.agent.site.Site;
import dev.prescient.profiler.AgentFile;
import dev.prescient.profiler.RunFolder;
import dev.prescient.profiler.SitesFile;
import dev.prescient.replay.schedule.Follower;
import dev.prescient.replay.trace.Recording;
import dev.prescient.replay.trace.RecordingWriter;
import dev.prescient.runtime.Exit;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.control.ControlledThread;
import dev.prescient.runtime.control.EventLog;
import dev.prescient.runtime.control.Scheduler;
import dev.prescient.runtime.control.Strategy;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One controlled run in the target: starts the scheduler, ends the run when it cannot end by
 * itself, and writes what came of it.
 *
 * <p>State: {@code verdicts} is guarded by its own monitor; the rest is set before the run.
 */
final class ControlledRun implements Scheduler.Observer, Exit.Action {
  /** Status of a JVM that we halt on a verdict. */
  private static final int VERDICT = 66;

  /** Status of a JVM that we halt at the limit of scheduling points. */
  private static final int CUT = 69;

  private final AgentContext context;
  private final Path folder;
  private final Strategy strategy;
  private final RecordingWriter writer;
  private final JournalDrain journal;
  private final FailureFinder finder;
  private final RunWatchdog watchdog;
  private final List<RunExtension> extensions = RunExtension.all();
  private final List<Failure> verdicts = new ArrayList<>();
  private final long seed;
  private final long baseMillis;
  private final long startedNs = System.nanoTime();
  private volatile boolean cut;

  ControlledRun(
      AgentContext context, Recording.Header header, Strategy strategy, ClassCheck classes)
      throws IOException {
    this.context = context;
    this.strategy = strategy;
    this.seed = header.seed();
    this.baseMillis = header.baseMillis();
    folder = RunFolder.make(context.options());
    Path file = folder.resolve(Recording.NAME);
    Files.createDirectories(folder.resolve("trace"));
    writer = new RecordingWriter(file, header);
    journal = new JournalDrain(writer, context.sites(), eventLog(folder));
    finder = new FailureFinder(context.sites());
    watchdog = new RunWatchdog(journal, this::deadlock, () -> {});
    classes.writeTo(writer);
  }

  /** The event log as text, at log level debug only: it is large. */
  private @Nullable PrintWriter eventLog(Path folder) throws IOException {
    if (!context.options().text(AgentOption.LOG_LEVEL).equals("debug")) {
      return null;
    }
    EventLog.keep();
    return new PrintWriter(Files.newBufferedWriter(folder.resolve("trace/events.txt")));
  }

  void begin() throws IOException {
    for (RunExtension e : extensions) {
      e.begin(context, folder);
    }
    Exit.install(this);
    watchdog.start();
    boolean everyChoice =
        context.options().mode().equals("explore")
            || context.options().text(AgentOption.STRATEGY).equals("prefix");
    Scheduler.begin(
        strategy, this, seed, baseMillis, context.options().number(AgentOption.STEPS), everyChoice);
  }

  // ------------------------------------------------------------------------------------ verdicts

  @Override
  public void stuck() {
    watchdog.hurry();
  }

  /** The watchdog's confirmed finding. */
  private void deadlock() {
    halt(finder.deadlock(), VERDICT);
  }

  @Override
  public void spinsForever(ControlledThread t) {
    ThreadState here = ThreadState.current();
    here.busy++;
    halt(finder.spinsForever(t), VERDICT);
  }

  @Override
  public void cut(ControlledThread t) {
    ThreadState here = ThreadState.current();
    here.busy++;
    cut = true;
    halt(null, CUT);
  }

  private void halt(@Nullable Failure verdict, int status) {
    if (verdict != null) {
      synchronized (verdicts) {
        verdicts.add(verdict);
      }
    }
    Runtime.getRuntime().halt(status);
  }

  // ----------------------------------------------------------------------------------------- end

  @Override
  public int atExit(int status) {
    Scheduler.end();
    watchdog.end();
    boolean diedOfMain = status == 0 && finder.mainDied();
    int told = diedOfMain ? 1 : status;
    for (RunExtension e : extensions) {
      try {
        e.atExit(folder);
      } catch (IOException | RuntimeException failed) {
        context.counts().add("failedExtensions", 1);
        Log.error(e.getClass().getSimpleName() + ": " + failed);
      }
    }
    try {
      journal.drain();
      writer.close();
      OutcomeFile.write(folder.resolve(OutcomeFile.NAME), outcome(told));
      SitesFile.write(folder.resolve(SitesFile.NAME), sites());
      long ms = (System.nanoTime() - startedNs) / 1_000_000L;
      AgentFile.write(folder.resolve(AgentFile.NAME), AgentFile.of(context, told, ms, List.of()));
    } catch (IOException e) {
      Log.error("cannot write to " + folder + ": " + e);
    }
    return told;
  }

  private Outcome outcome(int status) {
    List<Failure> failures = new ArrayList<>(finder.exceptions());
    synchronized (verdicts) {
      failures.addAll(verdicts);
    }
    if (status != 0 && failures.isEmpty() && !cut) {
      failures.add(finder.exitStatus(status));
    }
    List<Outcome.Injected> injections = new ArrayList<>();
    Map<String, Long> counts = new TreeMap<>();
    for (RunExtension e : extensions) {
      injections.addAll(e.injections());
      e.counts().forEach((k, v) -> counts.merge(k, v, Long::sum));
    }
    Divergence divergence = null;
    if (strategy instanceof Follower follower) {
      divergence = follower.divergence();
      counts.put("diverged", follower.diverged());
      counts.put("entriesLeft", (long) follower.left());
    }
    return RunOutcome.of(status, failures, injections, divergence, cut, counts);
  }

  /** The slicer needs every place, others only those that the recording names. */
  private List<Site> sites() {
    return context.options().mode().equals("trace") ? context.sites().all() : journal.sites();
  }
}
