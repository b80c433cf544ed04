package dev.prescient.cli.memory;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.hunt.Hunt;
import dev.prescient.cli.target.Launcher;
import dev.prescient.cli.target.Program;
import dev.prescient.cli.target.TargetProcess;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import dev.prescient.replay.Cause;
import dev.prescient.replay.InProcessExplorer;
import dev.prescient.replay.TargetRunner;
import dev.prescient.replay.inprocess.EntryMain;
import dev.prescient.replay.inprocess.Frontier;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/**
 * What {@code pm explore --entry} does before it looks at failures one by one: the races of a
 * program, then what its schedules and the values of its loads lead to, each in one JVM with the
 * agent of the built jar. What it says of causes is what that JVM found.
 */
final class EntryRuns {
  private static final Duration TIME = Duration.ofMinutes(2);
  private static final List<Cause> BY_RANK = List.copyOf(EnumSet.allOf(Cause.class));
  private static final int PREEMPTIONS = 20;
  private static final int ROUNDS = 3;

  private final TargetProcess target;
  private final Path input;

  /**
   * A failure that an exploration found.
   *
   * @param reason what was thrown
   * @param cause what it needed
   */
  record Found(String reason, Cause cause) {}

  /**
   * Of a program.
   *
   * @param folder for what they leave; there is none yet
   * @param home of the JDK
   * @param classes that has the program
   * @param name of its class
   */
  EntryRuns(Path folder, Path home, Path classes, String name) throws IOException {
    Path jar = Path.of(System.getProperty("pm.jar")).toAbsolutePath();
    List<String> arguments =
        List.of(
            "-cp", classes + File.pathSeparator + jar, EntryMain.class.getName(), name + "#body");
    input = Files.createDirectories(folder.resolve("input"));
    Program program = new Program(home.resolve("bin/java"), arguments, folder);
    target =
        new TargetProcess(
            new Launcher(program, jar),
            folder.resolve("runs"),
            Map.of(AgentOption.ENTRY, name + "#body"),
            true,
            TIME);
    target.quickFor(0);
    RacesFile.write(input.resolve(RacesFile.NAME), List.of());
  }

  /** Looks for races until there are no more. */
  EntryRuns withRaces() throws IOException, InterruptedException {
    Path file = input.resolve(RacesFile.NAME);
    int before = -1;
    for (int i = 0; i < ROUNDS; i++) {
      List<RaceReport> known = RacesFile.read(file);
      if (known.size() == before) {
        break;
      }
      before = known.size();
      RacesFile.write(file, Hunt.union(known, explorer(Map.of()).races()));
    }
    return this;
  }

  private InProcessExplorer explorer(Map<AgentOption, String> options) {
    return new InProcessExplorer(target, input, options, TIME, state -> {});
  }

  /**
   * The failures, those with the weakest cause first.
   *
   * @param memory what loads may return
   * @param schedules the most that are tried
   */
  List<Found> explore(String memory, long schedules) throws IOException, InterruptedException {
    Frontier.forget(input);
    List<Found> found = new ArrayList<>();
    explorer(Map.of(AgentOption.MEMORY, memory))
        .explore(PREEMPTIONS, schedules, () -> false, run -> found.add(found(run)));
    return found;
  }

  private static Found found(TargetRunner.Result run) {
    int rank = Path.of(run.folder().toString()).getFileName().toString().charAt(0) - '0';
    return new Found(run.outcome().failures().get(0).reason(), BY_RANK.get(rank));
  }
}
