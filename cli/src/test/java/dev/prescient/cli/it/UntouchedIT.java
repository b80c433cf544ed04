package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a program can see of itself is the same under the agent. */
@Execution(ExecutionMode.CONCURRENT)
class UntouchedIT {
  private static final Path PROGRAM =
      Path.of("src/test/resources/untouched/Untouched.java").toAbsolutePath();

  @TempDir private Path folder;

  static Stream<Path> jdks() throws IOException {
    return Pm.jdks().values().stream();
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void program_underTheAgent_seesItselfUnchanged(Path jdk) throws Exception {
    Pm.Result compiled =
        Pm.execute(
            folder,
            List.of(
                jdk + "/bin/javac",
                "-g",
                "-sourcepath",
                PROGRAM.getParent().toString(),
                "-d",
                folder.toString(),
                PROGRAM.toString()));
    assertThat(compiled.exit()).as(compiled.err()).isZero();
    Pm.Result alone = run(jdk, "-Dnothing=0");
    Pm.Result woven = run(jdk, "-javaagent:" + Pm.JAR + "=into=" + folder.resolve("run"));
    assertThat(woven.out().lines().filter(l -> !l.contains("VM warning")))
        .as(woven.err())
        .isEqualTo(alone.out().lines().toList());
    assertThat(woven.exit()).isEqualTo(alone.exit()).isEqualTo(3);
  }

  private Pm.Result run(Path jdk, String option) throws Exception {
    return Pm.execute(
        folder, List.of(jdk + "/bin/java", option, "-cp", folder.toString(), "Untouched"));
  }
}
