package dev.prescient.replay;

import dev.prescient.agent.AgentContext;
import dev.prescient.agent.Log;
import dev.prescient.profiler.AgentFile;
import dev.prescient.profiler.RunFolder;
import dev.prescient.profiler.SitesFile;
import dev.prescient.replay.trace.Recording;
import dev.prescient.replay.trace.RecordingWriter;
import dev.prescient.runtime.Exit;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.control.ControlledThread;
import dev.prescient.runtime.control.Failures;
import dev.prescient.runtime.control.FreeRun;
import dev.prescient.runtime.control.Identity;
import dev.prescient.runtime.control.OrderLog;
import dev.prescient.runtime.control.Scheduler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Takes the order of a free run to its recording, every few milliseconds: a run that is killed
 * leaves what came in before. At the end it writes what came of the run.
 *
 * <p>State: {@code operations}, {@code runs} and {@code named} are guarded by this object's
 * monitor; {@code ended} is written by the thread that ends the JVM.
 */
final class FreeRecorder implements Exit.Action, Runnable {
  private static final long PERIOD_NS = 20_000_000L;

  private final AgentContext context;
  private final Path folder;
  private final RecordingWriter writer;
  private final FailureFinder finder;
  private final long seed;
  private final long startedNs = System.nanoTime();
  private long operations;
  private long runs;
  private int named;
  private volatile boolean ended;

  FreeRecorder(AgentContext context, Recording.Header header, ClassCheck classes)
      throws IOException {
    this.context = context;
    this.seed = header.seed();
    folder = RunFolder.make(context.options());
    Files.createDirectories(folder.resolve("trace"));
    writer = new RecordingWriter(folder.resolve(Recording.NAME), header);
    finder = new FailureFinder(context.sites());
    classes.writeTo(writer);
  }

  void begin() {
    Exit.install(this);
    Thread drain = new Thread(null, this, "prescient-recorder", 0, false);
    drain.setDaemon(true);
    drain.start();
    FreeRun.begin(seed);
  }

  @Override
  public void run() {
    ThreadState.current().busy++;
    try {
      while (!ended) {
        LockSupport.parkNanos(PERIOD_NS);
        drain();
      }
    } catch (IOException e) {
      Log.error("the recording cannot be written: " + e);
    }
  }

  private synchronized void drain() throws IOException {
    if (ended) {
      return;
    }
    long[] taken = OrderLog.drain(this);
    for (; named < Scheduler.threads(); named++) {
      ControlledThread t = Scheduler.thread(named);
      writer.thread(t.path, t.thread.getName());
    }
    int from = 0;
    while (from < taken.length) {
      int to = Math.min(taken.length, from + RecordingWriter.ORDER_RUNS);
      writer.order(taken, from, to, id -> Scheduler.thread(id).path);
      writer.flush();
      from = to;
    }
    runs += taken.length;
    for (long run : taken) {
      operations += (int) run;
    }
    writer.flush();
  }

  // ----------------------------------------------------------------------------------------- end

  @Override
  public int atExit(int status) {
    FreeRun.stop();
    int told = status == 0 && finder.mainDied() ? 1 : status;
    try {
      drain();
      ended = true;
      writer.close();
      OutcomeFile.write(folder.resolve(OutcomeFile.NAME), outcome(told));
      SitesFile.write(folder.resolve(SitesFile.NAME), List.of());
      long ms = (System.nanoTime() - startedNs) / 1_000_000L;
      AgentFile.write(folder.resolve(AgentFile.NAME), AgentFile.of(context, told, ms, List.of()));
    } catch (IOException e) {
      Log.error("cannot write to " + folder + ": " + e);
    }
    return told;
  }

  private synchronized Outcome outcome(int status) {
    List<Failure> failures = new ArrayList<>(finder.exceptions());
    if (status != 0 && failures.isEmpty()) {
      failures.add(finder.exitStatus(status));
    }
    Map<String, Long> counts = new TreeMap<>();
    counts.put("threads", (long) Scheduler.threads());
    counts.put("operations", operations);
    counts.put("switches", runs);
    counts.put("operationsInexact", OrderLog.taken());
    counts.put("dropped", OrderLog.lost());
    counts.put("hashFallbacks", Identity.fallbacks());
    counts.put("droppedFailures", Failures.dropped());
    return new Outcome(status, failures, List.of(), null, operations, 0, 0, 0, false, counts);
  }
}
