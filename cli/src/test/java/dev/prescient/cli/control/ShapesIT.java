package dev.prescient.cli.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.hunt.CapturedDependences;
import dev.prescient.profiler.race.RacesFile;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.CandidatesFile;
import dev.prescient.replay.TargetRunner;
import dev.prescient.replay.memory.Classification;
import dev.prescient.replay.memory.Classification.Kind;
import dev.prescient.replay.memory.Counterfactual;
import dev.prescient.replay.trace.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Failures that need a value from the future, exposed and classed in JVMs of their own. */
@Execution(ExecutionMode.CONCURRENT)
class ShapesIT {
  private static final int ROUNDS = 3;

  @TempDir private Path folder;

  static Stream<Path> javas() throws IOException {
    return Stream.concat(
        Stream.of(ControlledProgram.thisJava()), ControlledProgram.java25().stream());
  }

  @ParameterizedTest
  @CsvSource({
    "half, FUTURE",
    "apart, FUTURE",
    "called, FUTURE_OPTIMIZER",
    "printedFirst, THIN_AIR",
    "printedLast, FUTURE_OPTIMIZER"
  })
  void earlyLoad_isOfTheClassThatItsDependencesMakeIt(String shape, Kind kind) throws Exception {
    Classification c = classify(ControlledProgram.thisJava(), shape);
    assertThat(c.kind()).as(c.reason()).isEqualTo(kind);
    assertThat(c.reason()).doesNotContain("followed", "captured");
  }

  @ParameterizedTest
  @MethodSource("javas")
  void loadsThatAreOnlyCompared_needACompiler(Path java) throws Exception {
    Classification c = classify(java, "compared");
    assertThat(c.kind()).as(c.reason()).isEqualTo(Kind.FUTURE_OPTIMIZER);
    assertThat(c.speculative()).isFalse();
    assertThat(c.reason()).contains("stores depending on it");
  }

  /** Injects every value from the future that the runs so far have shown, until SEEN. */
  private Classification classify(Path java, String shape) throws Exception {
    ControlledProgram program = new ControlledProgram(folder, java, "Shapes", shape);
    Path input = Files.createDirectories(folder.resolve("input/trace")).getParent();
    Map<AgentOption, String> options = new EnumMap<>(AgentOption.class);
    options.put(AgentOption.MODE, "profile");
    options.put(AgentOption.STRATEGY, "rr");
    TargetRunner.Result run = program.run(options);
    Files.copy(run.folder().resolve(Recording.NAME), input.resolve(Recording.NAME));
    Files.copy(run.folder().resolve(RacesFile.NAME), input.resolve(RacesFile.NAME));
    List<Candidate> injected = new ArrayList<>();
    options.put(AgentOption.STRATEGY, "replay");
    options.put(AgentOption.RUN, input.toString());
    for (int round = 0; round <= ROUNDS; round++) {
      CandidatesFile.write(input.resolve(CandidatesFile.NAME), injected);
      options.put(
          AgentOption.INJECT, String.join(":", injected.stream().map(Candidate::id).toList()));
      run = program.run(options);
      if (run.stdout().contains("SEEN") && run.outcome().valid()) {
        return new Counterfactual(program, CapturedDependences::of, input, injected)
            .classify(run.outcome(), r -> r.stdout().contains("SEEN"));
      }
      for (Candidate c : CandidatesFile.read(run.folder().resolve(CandidatesFile.NAME))) {
        if (c.kind() == Candidate.Kind.FUTURE
            && c.value().text().equals("1")
            && injected.stream().noneMatch(i -> i.load().equals(c.load()))) {
          injected.add(c.named("C" + (injected.size() + 1)));
        }
      }
    }
    throw new AssertionError(shape + " is not seen: " + injected + run.stderr());
  }
}
