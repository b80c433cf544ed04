package dev.prescient.cli.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.prescient.agent.AgentOption;
import dev.prescient.replay.Explorer;
import dev.prescient.replay.Failure;
import dev.prescient.replay.InProcessExplorer;
import dev.prescient.replay.TargetRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many runs of a method in one JVM: each as if it were the first. */
class InProcessIT {
  private static final String REPLAYS = "1000";

  @TempDir static Path folder;

  private record Exploration(Explorer.Explored explored, List<TargetRunner.Result> failures) {
    Failure only() {
      assertThat(failures).as("in %s", explored).hasSize(1);
      return failures.get(0).outcome().failures().get(0);
    }
  }

  private static ControlledProgram entry(Path java, String entry) throws IOException {
    return ControlledProgram.entry(folder, java, entry);
  }

  private static Exploration explore(String entry, long most, Map<AgentOption, String> more)
      throws Exception {
    return explore(ControlledProgram.thisJava(), entry, most, more);
  }

  private static Exploration explore(
      Path java, String entry, long most, Map<AgentOption, String> more) throws Exception {
    Path input = Files.createTempDirectory(folder, "input");
    List<TargetRunner.Result> failures = new ArrayList<>();
    ControlledProgram program = entry(java, entry);
    Explorer.Explored explored =
        new InProcessExplorer(
                program, input, with(more, entry), Duration.ofSeconds(60), state -> {})
            .explore(2, most, () -> false, failures::add);
    assertThat(explored.schedules()).as("%s", input).isPositive();
    return new Exploration(explored, failures);
  }

  private static Map<AgentOption, String> with(Map<AgentOption, String> more, String entry) {
    Map<AgentOption, String> o = new java.util.EnumMap<>(AgentOption.class);
    o.putAll(more);
    o.put(AgentOption.ENTRY, entry);
    return o;
  }

  private static TargetRunner.Result replay(String entry, Path run) throws Exception {
    return entry(ControlledProgram.thisJava(), entry)
        .run(
            with(
                Map.of(
                    AgentOption.MODE, "replay",
                    AgentOption.DETECT, "false",
                    AgentOption.STRATEGY, "replay",
                    AgentOption.RUN, run.toString()),
                entry));
  }

  // --------------------------------------------------------------------------------- determinism

  @Test
  void everyKind_replayedInOneJvm_isTheSameRun() throws Exception {
    everyKindIsTheSameRun(ControlledProgram.thisJava(), "Kinds#main", "100");
  }

  @Test
  void everyKind_replayedInOneJvmOnJdk25_isTheSameRun() throws Exception {
    Optional<Path> java = ControlledProgram.java25();
    assumeTrue(java.isPresent(), "no JDK 25");
    everyKindIsTheSameRun(java.get(), "Kinds#main", "100");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Bodies#correct", "Bodies#pools", "Bodies#update"})
  void oneSchedule_replayedOften_isTheSameRun(String entry) throws Exception {
    everyKindIsTheSameRun(ControlledProgram.thisJava(), entry, REPLAYS);
  }

  private static void everyKindIsTheSameRun(Path java, String entry, String times)
      throws Exception {
    ControlledProgram kinds = entry(java, entry);
    TargetRunner.Result first =
        kinds.run(
            with(
                Map.of(
                    AgentOption.MODE, "record",
                    AgentOption.DETECT, "false",
                    AgentOption.STRATEGY, "random",
                    AgentOption.SEED, "5"),
                entry));
    TargetRunner.Result again =
        kinds.run(
            with(
                Map.of(
                    AgentOption.MODE, "replay",
                    AgentOption.DETECT, "false",
                    AgentOption.STRATEGY, "replay",
                    AgentOption.RUN, first.folder().toString(),
                    AgentOption.SCHEDULES, times),
                entry));
    assertThat(again.outcome().counts())
        .as(again.stderr())
        .containsEntry("schedules", Long.valueOf(times))
        .containsEntry("distinct", 1L)
        .containsEntry("left", 0L);
    assertThat(again.outcome().hash()).isEqualTo(first.outcome().hash());
  }

  // ------------------------------------------------------------------------------------ verdicts

  @Test
  void correctBody_isExploredToTheBoundWithoutReport() throws Exception {
    Exploration e = explore("Bodies#correct", 6_000, Map.of());
    assertThat(e.failures()).isEmpty();
    assertThat(e.explored().exhausted()).as("%s", e.explored()).isTrue();
    assertThat(e.explored().bound()).isGreaterThanOrEqualTo(2);
  }

  @Test
  void lostUpdate_isFoundAndReplayedInAnotherJvm() throws Exception {
    Exploration e = explore("Bodies#update", 300, Map.of());
    assertThat(e.only().kind()).isEqualTo(Failure.Kind.ASSERTION);
    TargetRunner.Result found = e.failures().get(0);
    for (int i = 0; i < 3; i++) {
      TargetRunner.Result r = replay("Bodies#update", found.folder());
      assertThat(r.outcome().failures()).as(r.stderr()).hasSize(1);
      assertThat(r.outcome().divergence()).isNull();
      assertThat(r.outcome().hash()).isEqualTo(found.outcome().hash());
    }
  }

  @Test
  void deadlocks_areFoundAndDoNotEndTheExploration() throws Exception {
    Exploration e = explore("Bodies#monitors", 2_000, Map.of());
    assertThat(e.only().kind()).isEqualTo(Failure.Kind.DEADLOCK);
    assertThat(e.only().reason()).contains("held by T0.1,", "held by T0,");
    assertThat(e.explored().exhausted()).as("%s", e.explored()).isTrue();
    TargetRunner.Result r = replay("Bodies#monitors", e.failures().get(0).folder());
    assertThat(r.outcome().failures().get(0).kind()).isEqualTo(Failure.Kind.DEADLOCK);
  }

  @Test
  void deadlockThatSwallowsItsEnd_isFound() throws Exception {
    Exploration e = explore("Bodies#stubborn", 300, Map.of());
    assertThat(e.only().kind()).isEqualTo(Failure.Kind.DEADLOCK);
  }

  @Test
  void exceptionOfAChild_isAFailure() throws Exception {
    Exploration e = explore("Bodies#child", 20, Map.of());
    assertThat(e.only().kind()).isEqualTo(Failure.Kind.EXCEPTION);
    assertThat(e.only().thread()).isEqualTo("0.1");
  }

  @Test
  void exitOfTheJvm_isAFailureAndTheNextJvmGoesOn() throws Exception {
    Exploration e = explore("Bodies#exits", 60, Map.of(AgentOption.STRATEGY, "icb"));
    assertThat(e.failures()).isNotEmpty();
    assertThat(e.failures().get(0).outcome().failures().get(0).kind())
        .isEqualTo(Failure.Kind.EXIT_STATUS);
    assertThat(e.explored().exhausted()).as("%s", e.explored()).isTrue();
  }

  // -------------------------------------------------------------------------------- static state

  @Test
  void staticState_isPutBackBeforeEachRun() throws Exception {
    assertThat(explore("Bodies#statics", 100, Map.of()).failures()).isEmpty();
  }

  @Test
  void staticState_withAFreshLoader_isNew() throws Exception {
    Map<AgentOption, String> fresh = Map.of(AgentOption.FRESH_LOADER, "true");
    assertThat(explore("Bodies#statics", 30, fresh).failures()).isEmpty();
  }
}
