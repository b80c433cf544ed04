package dev.prescient.cli.hunt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.report.Console;
import dev.prescient.cli.report.Finding;
import dev.prescient.cli.report.RunReport;
import dev.prescient.cli.report.RunReport.Verdict;
import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.PmException;
import dev.prescient.replay.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HuntTest {
  @TempDir private Path folder;
  private final List<RunReport> saved = new ArrayList<>();
  private Classifier.Classified memoryClass =
      new Classifier.Classified("future", true, false, "stored later anyway");

  @Test
  void hunt_failureWhereValueIsValidated_isFoundClassifiedAndExplained() throws Exception {
    FakeTarget target = new FakeTarget(folder, HuntTest::failsWhereInjected);
    RunReport report = hunt(target);
    assertThat(report.exit()).isEqualTo(66);
    assertThat(report.failures()).hasSize(1);
    Finding f = report.failures().get(0);
    assertThat(f.memoryClass()).isEqualTo("future");
    assertThat(f.hits()).isEqualTo(3);
    assertThat(f.of()).isEqualTo(3);
    assertThat(f.reads().get(0).store()).isEqualTo("A.java:9");
    assertThat(f.slice()).isNotNull();
    assertThat(f.command()).endsWith("replay " + folder.resolve("F1"));
    assertThat(report.candidates().get(0).verdict()).isEqualTo(Verdict.VALIDATED);
    assertThat(saved).isNotEmpty();
  }

  @Test
  void hunt_failureWithoutValidation_isDiscardedAndCounted() throws Exception {
    FakeTarget target =
        new FakeTarget(
            folder,
            o ->
                o.containsKey(AgentOption.INJECT)
                    ? FakeTarget.injected(Outcome.Fate.UNVALIDATED, FakeTarget.ASSERTION)
                    : FakeTarget.fine());
    RunReport report = hunt(target);
    assertThat(report.failures()).isEmpty();
    assertThat(report.counts()).containsEntry("unvalidated", 1L);
    assertThat(report.discarded())
        .extracting(RunReport.Discarded::memoryClass)
        .containsExactly("unvalidated");
  }

  @Test
  void hunt_failureThatDoesNotComeBack_isDiscarded() throws Exception {
    FakeTarget target =
        new FakeTarget(
            folder,
            o ->
                "replay".equals(o.get(AgentOption.MODE))
                    ? FakeTarget.fine()
                    : failsWhereInjected(o));
    RunReport report = hunt(target);
    assertThat(report.failures()).isEmpty();
    assertThat(report.discarded())
        .extracting(RunReport.Discarded::memoryClass)
        .containsExactly("not-reproduced");
  }

  @Test
  void hunt_thinAir_isNoFinding() throws Exception {
    memoryClass = new Classifier.Classified("thin-air", false, false, "its own reason");
    RunReport report = hunt(new FakeTarget(folder, HuntTest::failsWhereInjected));
    assertThat(report.failures()).isEmpty();
    assertThat(report.discarded())
        .containsExactly(new RunReport.Discarded("thin-air", List.of("C1"), "its own reason"));
  }

  @Test
  void hunt_sameFailureInEverySchedule_isOneFinding() throws Exception {
    FakeTarget target =
        new FakeTarget(
            folder,
            o -> {
              Outcome fine = FakeTarget.fine();
              return new Outcome(
                  1,
                  List.of(FakeTarget.ASSERTION),
                  fine.injections(),
                  null,
                  1,
                  1,
                  0,
                  0,
                  false,
                  Map.of());
            });
    target.races = false;
    memoryClass = new Classifier.Classified("interleaving", true, false, "latest values");
    assertThat(hunt(target).failures()).hasSize(1);
  }

  @Test
  void hunt_nothingFound_believesTheCanary() throws Exception {
    FakeTarget target = new FakeTarget(folder, o -> FakeTarget.fine());
    target.races = false;
    RunReport report = hunt(target);
    assertThat(report.canary()).isEqualTo("passed");
    assertThat(report.exit()).isEqualTo(ExitCode.OK);
  }

  @Test
  void hunt_programDoesNotStart_isTold() {
    FakeTarget target = new FakeTarget(folder, o -> FakeTarget.fine());
    target.baselineError = "Error: Could not find or load main class Nope\n";
    assertThatThrownBy(() -> hunt(target))
        .isInstanceOfSatisfying(
            PmException.class, e -> assertThat(e.exitCode()).isEqualTo(ExitCode.TARGET))
        .hasMessageContaining("Could not find or load main class Nope");
  }

  private static Outcome failsWhereInjected(Map<AgentOption, String> o) {
    return o.containsKey(AgentOption.INJECT)
        ? FakeTarget.injected(Outcome.Fate.VALIDATED, FakeTarget.ASSERTION)
        : FakeTarget.fine();
  }

  private RunReport hunt(FakeTarget target) throws IOException, InterruptedException {
    Hunt.Parts parts =
        new Hunt.Parts(
            target,
            (t, home, candidates, exposed, same) -> memoryClass,
            (t, home, rerun, finding, encoding) ->
                new Finding.Slice(
                    encoding, 1, 2, 1, 2, true, List.of("A.java:3"), List.of("r = x")),
            (t, input, preemptions, most, stop, observer) ->
                new Systematic.Explored(7, preemptions, true));
    HuntOptions options =
        new HuntOptions(
            Duration.ofMinutes(1),
            1,
            1,
            10,
            Exploration.PORTFOLIO,
            2,
            3,
            1,
            false,
            false,
            "ds+hs",
            java.util.Set.of(),
            null,
            null,
            false,
            Duration.ofSeconds(1));
    Console console =
        new Console(
            new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8),
            true,
            false,
            Console.Progress.NONE,
            Console.Color.NEVER);
    return new Hunt(folder, folder.toString(), "17", parts, options, console, saved::add)
        .run("hunt", EnumSet.allOf(Hunt.Stage.class), () -> "passed", 66);
  }
}
