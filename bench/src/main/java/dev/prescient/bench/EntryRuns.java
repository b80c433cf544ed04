package dev.prescient.bench;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.hunt.RaceSet;
import dev.prescient.cli.target.EntryProgram;
import dev.prescient.cli.target.Launcher;
import dev.prescient.cli.target.Program;
import dev.prescient.cli.target.TargetProcess;
import dev.prescient.profiler.race.RacesFile;
import dev.prescient.replay.Explorer;
import dev.prescient.replay.InProcessExplorer;
import dev.prescient.replay.TargetRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A method under many schedules in one JVM, as {@code pm explore --entry} runs it, without what
 * comes after: confirmation, classification and report.
 *
 * <p>State: {@code races} found by {@link #learn} are woven for in all later runs. For one thread.
 */
final class EntryRuns {
  private static final Duration LIMIT = Duration.ofMinutes(3);

  /** A deadlock ends a free run only so. */
  private static final Duration FREE_LIMIT = Duration.ofSeconds(20);

  private static final String ALL = "portfolio";

  private final TargetProcess target;
  private final TargetProcess free;
  private final Path folder;
  private final RaceSet races = new RaceSet();

  /**
   * Runs of one entry.
   *
   * @param entry {@code Class#method}
   * @param folder made if needed; gets their files
   */
  EntryRuns(Path java, Path agent, Path classes, String entry, Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
    List<String> arguments = EntryProgram.arguments(List.of("-cp", classes.toString()), entry);
    Map<AgentOption, String> base = new EnumMap<>(AgentOption.class);
    base.put(AgentOption.ENTRY, entry);
    Launcher launcher = new Launcher(new Program(java, arguments, folder.toAbsolutePath()), agent);
    target = new TargetProcess(launcher, folder.resolve("runs"), base, true, LIMIT);
    free = new TargetProcess(launcher, folder.resolve("free"), base, true, FREE_LIMIT);
    target.quickFor(0);
  }

  /**
   * Runs that find the races first, as many as {@code pm explore} does.
   *
   * @return how many of the controlled ones failed
   */
  int learn() throws IOException, InterruptedException {
    learn(free.start(Map.of(AgentOption.MODE, "race")).folder());
    int failed = 0;
    for (String strategy : List.of("p", "random")) {
      TargetRunner.Result run =
          target.run(
              Map.of(
                  AgentOption.MODE,
                  "explore",
                  AgentOption.STRATEGY,
                  strategy,
                  AgentOption.RUN,
                  input().toString()));
      learn(run.folder());
      failed += run.outcome().failures().isEmpty() ? 0 : 1;
    }
    return failed;
  }

  private void learn(Path run) throws IOException {
    Path file = run.resolve(RacesFile.NAME);
    if (Files.exists(file)) {
      races.add(RacesFile.read(file));
    }
  }

  /** Whether there is a race that strategy {@code race} can be given. */
  boolean hasRace() {
    return !races.all().isEmpty();
  }

  private Path input() throws IOException {
    Path input = Files.createTempDirectory(folder, "input");
    RacesFile.write(input.resolve(RacesFile.NAME), races.all());
    return input;
  }

  /**
   * Schedules tried in one go.
   *
   * @param found folders of failures, each that of a run; the first of each kind in a JVM
   * @param seconds from the start of the first JVM
   * @param cpuMs of all JVMs
   */
  record Tried(Explorer.Explored explored, List<Path> found, double seconds, double cpuMs) {}

  /**
   * Tries schedules.
   *
   * @param strategy as on the command line
   * @param preemptions bound of the systematic ones
   * @param most schedules
   * @param stops whether the first failure ends it
   */
  Tried explore(String strategy, long seed, int preemptions, long most, boolean stops)
      throws IOException, InterruptedException {
    Map<AgentOption, String> o = new EnumMap<>(AgentOption.class);
    o.put(AgentOption.SEED, String.valueOf(seed));
    o.put(AgentOption.HALT_ON_ERROR, String.valueOf(stops));
    if (!strategy.equals(ALL)) {
      o.put(AgentOption.STRATEGY, strategy);
    }
    if (strategy.equals("race")) {
      o.put(AgentOption.RACE, races.all().get(0).places());
    }
    List<Path> found = new ArrayList<>();
    double cpu = ChildCpu.ms();
    long start = System.nanoTime();
    Explorer.Explored explored =
        new InProcessExplorer(target, input(), o, LIMIT, state -> {})
            .explore(
                preemptions, most, () -> stops && !found.isEmpty(), run -> found.add(run.folder()));
    double seconds = (System.nanoTime() - start) / 1e9;
    for (Path home : found) {
      RacesFile.write(home.resolve(RacesFile.NAME), races.all());
    }
    return new Tried(explored, found, seconds, ChildCpu.ms() - cpu);
  }

  /**
   * Follows a recording in one JVM again and again.
   *
   * @return how many runs failed, if all had one event log and followed the recording to its end;
   *     otherwise -1
   */
  long replays(Path home, int times) throws IOException, InterruptedException {
    Map<String, Long> counts = follow(home, times).outcome().counts();
    boolean same =
        counts.getOrDefault("distinct", 0L) == 1 && counts.getOrDefault("left", -1L) == 0;
    return same ? counts.getOrDefault("failedSchedules", -1L) : -1;
  }

  /** One run that follows a recording, or several in one JVM. */
  TargetRunner.Result follow(Path home, int times) throws IOException, InterruptedException {
    return target.run(
        Map.of(
            AgentOption.MODE, "replay",
            AgentOption.DETECT, "false",
            AgentOption.STRATEGY, "replay",
            AgentOption.RUN, home.toString(),
            AgentOption.SCHEDULES, String.valueOf(times)));
  }

  /** One recorded run. */
  TargetRunner.Result record(long seed) throws IOException, InterruptedException {
    return target.run(
        Map.of(
            AgentOption.MODE, "record",
            AgentOption.DETECT, "false",
            AgentOption.STRATEGY, "random",
            AgentOption.SEED, String.valueOf(seed)));
  }
}
