package dev.prescient.cli.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.hunt.RaceSet;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import dev.prescient.replay.Explorer;
import dev.prescient.replay.Failure;
import dev.prescient.replay.TargetRunner;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Classic concurrency bugs and correct twins: every bug is found by a portfolio of strategies and
 * replayed; a twin has no failure among its schedules with one preemption.
 */
class ClassicIT {
  private static final List<String> STRATEGIES = List.of("p", "random", "pct", "pos");
  private static final int AT_RANDOM = 24;

  /** Fails in 8 of 12,870 schedules: too many for a JVM each. */
  private static final String RARE = "MinimumHits";

  private static final long SYSTEMATIC = 150;

  @TempDir private static Path shared;

  private Path input = Path.of("");
  private final RaceSet races = new RaceSet();

  /**
   * A row of {@code cases.csv}.
   *
   * @param kinds words for what fails; {@code never}
   */
  record Case(String name, List<String> arguments, Set<String> kinds) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> bugs() throws IOException {
    return cases().stream().filter(c -> !c.kinds.contains("never") && !c.name.equals(RARE));
  }

  static Stream<Case> twins() throws IOException {
    return cases().stream().filter(c -> c.kinds.contains("never"));
  }

  private static List<Case> cases() throws IOException {
    List<Case> all = new ArrayList<>();
    try (InputStream in = ClassicIT.class.getResourceAsStream("/classic/cases.csv");
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      lines.lines().skip(1).map(line -> line.split(",", -1)).forEach(f -> all.add(of(f)));
    }
    return all;
  }

  private static Case of(String[] fields) {
    List<String> arguments = fields[1].isEmpty() ? List.of() : List.of(fields[1].split(" "));
    return new Case(fields[0], arguments, Set.of(fields[2].split("\\|")));
  }

  @BeforeEach
  void freshInput() throws IOException {
    input = Files.createTempDirectory(shared, "input");
  }

  private static ControlledProgram program(Case c) throws IOException {
    return ControlledProgram.classic(
        shared, ControlledProgram.thisJava(), c.name, c.arguments.toArray(String[]::new));
  }

  private void learn(TargetRunner.Result run) throws IOException {
    Path file = run.folder().resolve(RacesFile.NAME);
    if (Files.exists(file)) {
      races.add(RacesFile.read(file));
      RacesFile.write(input.resolve(RacesFile.NAME), races.all());
    }
  }

  private List<TargetRunner.Result> failures(ControlledProgram program, int most) throws Exception {
    List<TargetRunner.Result> failed = new ArrayList<>();
    for (int i = 0; i < most && failed.isEmpty(); i++) {
      Map<AgentOption, String> options = new EnumMap<>(AgentOption.class);
      options.put(AgentOption.MODE, "explore");
      options.put(AgentOption.STRATEGY, STRATEGIES.get(i % STRATEGIES.size()));
      options.put(AgentOption.LENGTH, "50");
      options.put(AgentOption.SEED, String.valueOf(i));
      options.put(AgentOption.RUN, input.toString());
      look(program.run(options), failed);
    }
    return failed;
  }

  /** A failing run keeps the races that it was woven for. */
  private void look(TargetRunner.Result run, List<TargetRunner.Result> failed) throws IOException {
    List<RaceReport> woven = races.all();
    learn(run);
    if (!run.outcome().failures().isEmpty()) {
      RacesFile.write(run.folder().resolve(RacesFile.NAME), woven);
      failed.add(run);
    }
  }

  @ParameterizedTest
  @MethodSource("bugs")
  void bug_isFoundAndReplayed(Case c) throws Exception {
    ControlledProgram program = program(c);
    List<TargetRunner.Result> failed = failures(program, AT_RANDOM);
    if (failed.isEmpty()) {
      new Explorer(program, input, Map.of())
          .explore(2, SYSTEMATIC, () -> !failed.isEmpty(), run -> look(run, failed));
    }
    assertThat(failed).as("of %s", c).hasSize(1);
    Failure failure = failed.get(0).outcome().failures().get(0);
    boolean blocked =
        failure.kind() == Failure.Kind.DEADLOCK || failure.kind() == Failure.Kind.MISSED_WAKE_UP;
    assertThat(blocked ? "deadlock" : "assert").as("%s", failure).isIn(c.kinds);
    Path home = failed.get(0).folder();
    for (int i = 0; i < 2; i++) {
      TargetRunner.Result again =
          program.run(
              Map.of(
                  AgentOption.MODE, "replay",
                  AgentOption.STRATEGY, "replay",
                  AgentOption.RUN, home.toString()));
      assertThat(again.outcome().failures()).as(again.stderr()).hasSize(1);
      assertThat(again.outcome().failures().get(0).reason()).isEqualTo(failure.reason());
    }
  }

  @ParameterizedTest
  @MethodSource("twins")
  void twin_neverFails(Case c) throws Exception {
    ControlledProgram program = program(c);
    List<TargetRunner.Result> failed = failures(program, STRATEGIES.size());
    long[] marks = new long[1];
    Explorer.Explored explored =
        new Explorer(program, input, Map.of())
            .explore(
                1,
                SYSTEMATIC,
                () -> false,
                run -> {
                  marks[0] += run.outcome().counts().getOrDefault("bestEffortMarks", 0L);
                  look(run, failed);
                });
    assertThat(failed).as("of %s", c).isEmpty();
    assertThat(explored.exhausted() || marks[0] > 0)
        .as("%s", explored)
        .isTrue(); // marks: a busy machine
  }
}
