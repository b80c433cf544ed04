package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An OSGi framework, whose bundles see only what they import: never the agent's packages. */
class OsgiIT {
  private static final Path SOURCES = Path.of("src/test/resources/osgi");

  @TempDir private Path folder = Path.of("unset");

  @ParameterizedTest
  @ValueSource(strings = {"17", "25"})
  void bundles_thatImportNothingOfOurs_areWovenAndTheirRaceIsFound(String jdk) throws Exception {
    String path = folder + File.pathSeparator + jar("org.apache.felix.framework");
    compile(path);
    Pm.Result result =
        Pm.execute(
            folder,
            List.of(
                AgentRun.java(jdk),
                "-javaagent:" + Pm.JAR + "=into=" + folder.resolve("run"),
                "-cp",
                path,
                "Bundles",
                folder.toString()));
    assertThat(result.out()).as(result.err()).contains("started 1 2", "user true", "stopped");
    new AgentRun(result, folder.resolve("run")).reportsOnly("part.library.Counter.racy");
  }

  private static Path jar(String name) throws IOException {
    try (Stream<Path> jars = Files.list(Path.of("target/osgi"))) {
      return jars.filter(j -> j.getFileName().toString().startsWith(name))
          .findFirst()
          .orElseThrow()
          .toAbsolutePath();
    }
  }

  private void compile(String path) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-g", "-cp", path, "-d", folder.toString()));
    try (Stream<Path> sources = Files.walk(SOURCES)) {
      sources.map(Path::toString).filter(s -> s.endsWith(".java")).forEach(arguments::add);
    }
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, arguments.toArray(String[]::new)))
        .isZero();
  }
}
