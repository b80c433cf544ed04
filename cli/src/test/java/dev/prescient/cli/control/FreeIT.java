package dev.prescient.cli.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.prescient.agent.AgentOption;
import dev.prescient.profiler.race.RacesFile;
import dev.prescient.replay.Failure;
import dev.prescient.replay.TargetRunner;
import dev.prescient.replay.trace.Recording;
import dev.prescient.replay.trace.RecordingReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Threads that run free, and controlled runs that follow their order: whatever the parallel run
 * did, the controlled one does, whether it failed or not.
 */
class FreeIT {
  /** What has an exact place in the order; other kinds tell where they left it. */
  private static final Set<String> EXACT = Set.of("update", "volatile", "act", "locks", "atomic");

  @TempDir static Path folder;
  private static @Nullable Path races;

  private static TargetRunner.Result free(ControlledProgram program)
      throws IOException, InterruptedException {
    return program.run(
        Map.of(AgentOption.MODE, "record-free", AgentOption.RUN, races().toString()));
  }

  /** A run folder that names the plain variable of the program as racy. */
  private static Path races() throws IOException, InterruptedException {
    Path known = races;
    if (known == null) {
      ControlledProgram update =
          new ControlledProgram(folder, ControlledProgram.thisJava(), "Parallel", "update");
      known = update.run(Map.of(AgentOption.MODE, "race")).folder();
      assertThat(RacesFile.read(known.resolve(RacesFile.NAME)))
          .extracting(r -> r.declaration())
          .contains("Parallel.plain:I");
      races = known;
    }
    return known;
  }

  private static TargetRunner.Result followed(ControlledProgram program, Path run)
      throws IOException, InterruptedException {
    Path recorded = run.resolve(RacesFile.NAME);
    if (!Files.exists(recorded)) {
      Files.copy(races().resolve(RacesFile.NAME), recorded);
    }
    Map<AgentOption, String> options = new EnumMap<>(AgentOption.class);
    options.put(AgentOption.MODE, "replay");
    options.put(AgentOption.DETECT, "false");
    options.put(AgentOption.STRATEGY, "replay");
    options.put(AgentOption.RUN, run.toString());
    return program.run(options);
  }

  private static List<String> told(TargetRunner.Result run) {
    return run.outcome().failures().stream()
        .map((Failure f) -> f.kind().text + " " + f.reason() + " at " + f.site())
        .toList();
  }

  private static void isFollowed(Path java, String kind) throws Exception {
    ControlledProgram program = new ControlledProgram(folder, java, "Parallel", kind);
    for (int i = 0; i < 2; i++) {
      TargetRunner.Result free = free(program);
      assertThat(free.timedOut()).isFalse();
      assertThat(free.outcome().counts()).containsEntry("dropped", 0L);
      TargetRunner.Result again = followed(program, free.folder());
      boolean exact = free.outcome().counts().get("operationsInexact") == 0; // no stand-still
      boolean followed = again.outcome().divergence() == null;
      if (exact && EXACT.contains(kind)) {
        assertThat(followed).as("%s: %s", kind, again.outcome().divergence()).isTrue();
      }
      if (exact && followed) {
        assertThat(told(again)).as(again.stderr()).isEqualTo(told(free));
        assertThat(again.outcome().counts()).containsEntry("entriesLeft", 0L);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update",
        "volatile",
        "act",
        "locks",
        "tasks",
        "atomic",
        "queue",
        "wait",
        "semaphore"
      })
  void freeRun_isFollowed(String kind) throws Exception {
    isFollowed(ControlledProgram.thisJava(), kind);
  }

  @ParameterizedTest
  @ValueSource(strings = {"update", "tasks", "queue"})
  void freeRun_onJdk25_isFollowed(String kind) throws Exception {
    Optional<Path> java = ControlledProgram.java25();
    assumeTrue(java.isPresent(), "no JDK 25");
    isFollowed(java.get(), kind);
  }

  /** One kind of synchronisation after another: it ends well, however its order is kept. */
  @Test
  void everyKind_runsFree_andIsFollowed() throws Exception {
    ControlledProgram kinds =
        new ControlledProgram(folder, ControlledProgram.thisJava(), "Kinds").interpreted();
    TargetRunner.Result free = kinds.run(Map.of(AgentOption.MODE, "record-free"));
    assertThat(told(free)).as(free.stderr()).isEmpty();
    assertThat(free.stdout()).contains("tenths:");
    assertThat(kinds.exit()).isZero();
    TargetRunner.Result again = followed(kinds, free.folder());
    assertThat(told(again)).as(again.stderr()).isEmpty();
    assertThat(again.stdout()).contains("tenths:");
    assertThat(kinds.exit()).isZero();
  }

  /** By SIGTERM, and by SIGKILL, after which the recording has what was in it 20 ms before. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void hungRun_endedByTheUser_isFollowedIntoItsDeadlock(boolean killed) throws Exception {
    ControlledProgram hang =
        new ControlledProgram(folder, ControlledProgram.thisJava(), "Parallel", "hang");
    TargetRunner.Result free =
        hang.start(
            Map.of(AgentOption.MODE, "record-free", AgentOption.RUN, races().toString()),
            (process, run) -> {
              await(process, run, 8); // both hold a monitor
              if (killed) {
                process.destroyForcibly();
              } else {
                process.destroy();
              }
            });
    TargetRunner.Result again = followed(hang, free.folder());
    assertThat(again.outcome().failures()).as(again.stderr()).hasSize(1);
    Failure deadlock = again.outcome().failures().get(0);
    assertThat(deadlock.kind()).isEqualTo(Failure.Kind.DEADLOCK);
    assertThat(deadlock.reason()).contains("held by T0.1", "held by T0.2");
    assertThat(again.outcome().divergence()).isNull();
  }

  @Test
  void killedRun_leavesAReadableRecording() throws Exception {
    ControlledProgram forever =
        new ControlledProgram(folder, ControlledProgram.thisJava(), "Parallel", "forever");
    TargetRunner.Result free =
        forever.start(
            Map.of(AgentOption.MODE, "record-free"),
            (process, run) -> {
              await(process, run, 1_001);
              process.destroyForcibly();
            });
    Recording recording = RecordingReader.read(free.folder().resolve(Recording.NAME));
    assertThat(recording.order().operations()).isGreaterThan(1_000);
    assertThat(recording.order().paths()).contains("0", "0.1", "0.2");
    assertThat(recording.classes()).containsKey("Parallel");
  }

  /** Until so many operations are recorded; the program does not end before. */
  private static void await(Process process, Path run, long operations) {
    while (operations(run) < operations) {
      assertThat(process.isAlive()).isTrue();
      LockSupport.parkNanos(10_000_000L);
    }
  }

  /** Recorded so far. */
  private static long operations(Path run) {
    try {
      Path file = run.resolve(Recording.NAME);
      return Files.exists(file) && Files.size(file) > 8
          ? RecordingReader.read(file).order().operations()
          : 0;
    } catch (IOException e) {
      return 0; // the header is not there yet
    }
  }
}
