package dev.prescient.cli.it;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Small programs that use one thing each, with and without races: {@link MarkedPrograms}. */
@Execution(ExecutionMode.CONCURRENT)
class LitmusIT {
  private static final Path LITMUS = Path.of("src/test/resources/litmus");

  @TempDir private Path folder;

  static Stream<Path> jdks() throws IOException {
    return Pm.jdks().values().stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void racyPrograms_reportTheMarkedLinesOnly(Path jdk) throws Exception {
    check(jdk, "racy");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void orderedPrograms_haveNoReport(Path jdk) throws Exception {
    check(jdk, "ordered");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void previewedApis_reportTheMarkedLinesOnly(Path jdk) throws Exception {
    List<Path> sources = MarkedPrograms.runnable(jdk, LITMUS.resolve("preview"));
    assumeThat(sources).as("programs for " + jdk).isNotEmpty();
    MarkedPrograms programs = new MarkedPrograms(jdk, folder, sources, List.of());
    programs.compile(MarkedPrograms.javaFiles(LITMUS), "--enable-preview", "--release", "25");
    programs.check("run", "", List.of("--enable-preview"));
  }

  private void check(Path jdk, String kind) throws Exception {
    List<Path> sources = MarkedPrograms.runnable(jdk, LITMUS.resolve(kind));
    MarkedPrograms programs = new MarkedPrograms(jdk, folder, sources, List.of());
    programs.compile(MarkedPrograms.javaFiles(LITMUS));
    programs.check("run", "", List.of());
  }
}
