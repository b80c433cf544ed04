package dev.prescient.cli.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.agent.AgentOption;
import dev.prescient.replay.Outcome;
import dev.prescient.replay.TargetRunner;
import dev.prescient.replay.trace.Recording;
import dev.prescient.replay.trace.RecordingReader;
import dev.prescient.replay.trace.RecordingWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Preemptions are taken out while a simulated target still fails. */
class MinimizerTest {
  private static final Outcome OUTCOME =
      new Outcome(0, List.of(), List.of(), null, 0, 0, 0, 0, false, Map.of());

  @TempDir private Path folder;

  private static Recording schedule(int preemptions) {
    List<Recording.Choice> choices = new ArrayList<>();
    for (int n = 1; n <= preemptions; n++) {
      choices.add(choice(n, true));
      choices.add(choice(1_000 + n, false));
    }
    Recording.Header header = new Recording.Header("Main", "17", 1, 0, "p", List.of(), List.of());
    return new Recording(header, choices, List.of(), Map.of(), Map.of(), 0, false);
  }

  private static Recording.Choice choice(int n, boolean preemptive) {
    return new Recording.Choice(
        Recording.Kind.THREAD, "0", n, "0.1", preemptive, false, preemptive, List.of(), 0, "");
  }

  private static Set<Integer> preemptions(Recording r) {
    return r.choices().stream()
        .filter(Recording.Choice::preemptive)
        .map(Recording.Choice::n)
        .collect(Collectors.toSet());
  }

  /** A target that does what its schedule says. */
  private TargetRunner.Result run(Map<AgentOption, String> options) throws IOException {
    Recording given = RecordingReader.read(Path.of(options.get(AgentOption.SCHEDULE)));
    Path run = Files.createTempDirectory(folder, "run");
    Files.createDirectories(run.resolve("trace"));
    RecordingWriter.write(run.resolve(Recording.NAME), given);
    return new TargetRunner.Result(run, OUTCOME, "", "", false);
  }

  private Recording minimized(Recording start, Set<Integer> needed, int most) throws Exception {
    return new Minimizer(
            this::run,
            Map.of(),
            folder.resolve("attempt.pms"),
            r ->
                preemptions(RecordingReader.read(r.folder().resolve(Recording.NAME)))
                    .containsAll(needed),
            (runs, left) -> {})
        .minimize(start, most);
  }

  @Test
  void minimize_leavesWhatTheFailureNeeds() throws Exception {
    assertThat(preemptions(minimized(schedule(20), Set.of(3, 17), 200)))
        .containsExactlyInAnyOrder(3, 17);
    assertThat(preemptions(minimized(schedule(5), Set.of(), 200))).isEmpty();
    assertThat(preemptions(minimized(schedule(3), Set.of(1, 2, 3), 200))).hasSize(3);
    assertThat(folder.resolve("attempt.pms")).doesNotExist();
  }

  @Test
  void minimize_keepsDecisionsThatAreNoPreemptions() throws Exception {
    Recording least = minimized(schedule(4), Set.of(2), 200);
    assertThat(least.choices().stream().filter(c -> !c.preemptive())).hasSize(4);
  }

  /** Thread 0.1 has the turn from its beginning, instead of taking it from 0.2 at once. */
  @Test
  void minimize_preemptionThatOnlyPutsAThreadFirst_moves() throws Exception {
    Recording.Choice first =
        new Recording.Choice(
            Recording.Kind.THREAD, "0", 1, "0.2", false, false, false, List.of(), 0, "");
    Recording.Choice atOnce =
        new Recording.Choice(
            Recording.Kind.THREAD, "0.2", 2, "0.1", true, false, true, List.of(), 0, "");
    Recording start = schedule(0).with(List.of(first, atOnce));
    Recording least =
        new Minimizer(
                this::run,
                Map.of(),
                folder.resolve("attempt.pms"),
                r ->
                    RecordingReader.read(r.folder().resolve(Recording.NAME)).choices().stream()
                        .anyMatch(c -> c.chosen().equals("0.1")),
                (runs, left) -> {})
            .minimize(start, 200);
    assertThat(least.choices()).containsExactly(first.choosing("0.1"));
  }

  @Test
  void minimize_endsAtTheBudget() throws Exception {
    assertThat(preemptions(minimized(schedule(64), Set.of(1, 64), 3))).contains(1, 64);
    try (var runs = Files.list(folder)) {
      assertThat(runs.filter(Files::isDirectory)).hasSizeLessThanOrEqualTo(3);
    }
  }
}
