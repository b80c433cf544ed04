package dev.prescient.cli.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Programs after what developers reported and what the literature on races uses, and correct ones
 * that look like them: {@link MarkedPrograms}. {@code -Didioms.runs=20} runs them more often.
 */
@Execution(ExecutionMode.CONCURRENT)
class IdiomsIT {
  private static final Path IDIOMS = Path.of("src/test/resources/idioms");
  private static final int RUNS = Integer.getInteger("idioms.runs", 3);

  /** Each program is short: what is compiled well comes too late. */
  private static final List<String> QUICK =
      RUNS > 3 ? List.of() : List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  @TempDir private Path folder;

  static Stream<Path> jdks() throws IOException {
    return Pm.jdks().values().stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void idioms_reportTheMarkedLinesOnly(Path jdk) throws Exception {
    List<Path> sources = new ArrayList<>(MarkedPrograms.runnable(jdk, IDIOMS.resolve("racy")));
    sources.addAll(MarkedPrograms.runnable(jdk, IDIOMS.resolve("ordered")));
    check(new MarkedPrograms(jdk, folder, sources, List.of()), RUNS, "");
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void servletInTomcat_reportsItsFieldsOnly(Path jdk) throws Exception {
    List<Path> sources = MarkedPrograms.runnable(jdk, IDIOMS.resolve("servlet"));
    check(new MarkedPrograms(jdk, folder, sources, tomcat()), 1, "include=Servlet*");
  }

  private static void check(MarkedPrograms programs, int runs, String options) throws Exception {
    programs.compile(List.of(IDIOMS.resolve("Idiom.java")));
    for (int run = 0; run < runs; run++) {
      programs.check("run-" + run, options, QUICK);
    }
  }

  private static List<Path> tomcat() throws IOException {
    try (Stream<Path> jars = Files.list(Path.of("target/libraries").toAbsolutePath())) {
      return jars.filter(p -> p.getFileName().toString().matches("(tomcat|jakarta\\.ann).*"))
          .toList();
    }
  }
}
