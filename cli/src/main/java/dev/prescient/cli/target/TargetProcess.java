package dev.prescient.cli.target;

import dev.prescient.agent.AgentOption;
import dev.prescient.replay.OutcomeFile;
import dev.prescient.replay.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs the program under test with the agent, each time in a new folder below {@code runs/}. Any
 * number of threads may use it at once.
 *
 * <p>State: {@code quick} is set by {@link #quickFor}, before runs of which it matters.
 */
public final class TargetProcess implements Target {
  /** Programs shorter than this never repay the second compiler, in ms. */
  private static final long QUICK_MS = 3_000;

  private final Launcher launcher;
  private final Path runs;
  private final Map<AgentOption, String> base;
  private final boolean assertions;
  private final Duration timeout;
  private final AtomicInteger number = new AtomicInteger();
  private volatile boolean quick;

  /**
   * A runner.
   *
   * @param runs made if needed; gets a folder per run
   * @param base options of every run; those of a run go first
   * @param assertions whether runs get {@code -ea}
   * @param timeout of each run
   */
  public TargetProcess(
      Launcher launcher,
      Path runs,
      Map<AgentOption, String> base,
      boolean assertions,
      Duration timeout) {
    this.launcher = launcher;
    this.runs = runs;
    this.base = new EnumMap<>(base);
    this.assertions = assertions;
    this.timeout = timeout;
  }

  /**
   * A controlled run.
   *
   * @throws TraceFormatException if the agent refused the recording; its words are the message
   * @throws IOException if the agent left no outcome
   */
  @Override
  public Result run(Map<AgentOption, String> options) throws IOException, InterruptedException {
    Finished finished = start(options);
    Path outcome = finished.folder().resolve(OutcomeFile.NAME);
    if (!Files.exists(outcome)) {
      if (finished.status() == ExitCode.BAD_RECORDING) {
        throw new TraceFormatException(agentSays(finished.folder()));
      }
      throw new IOException(
          "the run in "
              + finished.folder()
              + " left no outcome ("
              + (finished.timedOut() ? "timed out" : "exit status " + finished.status())
              + ")");
    }
    return new Result(
        finished.folder(),
        OutcomeFile.read(outcome),
        finished.stdout(),
        finished.stderr(),
        finished.timedOut());
  }

  /** The agent's last line on standard error, without {@code pm:}. */
  private static String agentSays(Path folder) throws IOException {
    String last = "the agent refused the recording";
    for (String line : Files.readAllLines(folder.resolve("stderr.txt"))) {
      if (line.startsWith("pm: ")) {
        last = line.substring("pm: ".length());
      }
    }
    return last;
  }

  @Override
  public Finished start(Map<AgentOption, String> options) throws IOException, InterruptedException {
    Map<AgentOption, String> all = new EnumMap<>(base);
    all.putAll(options);
    String mode = all.getOrDefault(AgentOption.MODE, "race");
    String name = String.format(Locale.ROOT, "%04d-%s", number.incrementAndGet(), mode);
    Path folder = Files.createDirectories(runs.resolve(name));
    return launcher.launch(
        new Launch(folder, true, all, assertions, quick, timeout, Launch.Output.KEEP));
  }

  @Override
  public Finished baseline(Duration limit) throws IOException, InterruptedException {
    Path folder =
        Files.createDirectories(
            runs.resolve(String.format(Locale.ROOT, "%04d-baseline", number.incrementAndGet())));
    Finished finished =
        launcher.launch(
            new Launch(folder, false, Map.of(), assertions, false, limit, Launch.Output.KEEP));
    quickFor(finished.duration().toMillis());
    return finished;
  }

  /**
   * Chooses how later JVMs compile, by how long the program takes by itself.
   *
   * @param baselineMs time without the agent, in ms
   */
  public void quickFor(long baselineMs) {
    quick = baselineMs < QUICK_MS;
  }
}
