package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.prescient.profiler.race.RacesFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing of ours limits the program: threads, locks, recursion, classes that come and go. */
class LimitsIT {
  private static final Path JAR = Path.of(System.getProperty("pm.jar", "target/pm.jar"));
  private static final Path JDK = Path.of(System.getProperty("java.home"));
  private static final int TIMEOUT_S = 240;

  @TempDir private Path folder = Path.of("unset");

  @BeforeEach
  void compile() {
    String source = Path.of("src/test/resources/limits/Limits.java").toAbsolutePath().toString();
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-nowarn", "-d", folder.toString(), source))
        .isZero();
  }

  @Test
  void threadsLocksAndClasses_inAGreatNumber_workInASmallHeapWithoutAReport() throws Exception {
    String text = run(JDK, true, "-Xmx128m", "threads", "alive", "locks", "unloading", "arrays");
    assertThat(text)
        .contains("threads 5000", "alive 30000", "locks 1000", "unloading ok", "arrays ok");
    assertThat(RacesFile.read(folder.resolve("run").resolve(RacesFile.NAME))).isEmpty();
  }

  @Test
  void virtualThreads_inAGreatNumber_workInASmallHeapWithoutAReport() throws Exception {
    Path jdk = Pm.jdks().get("25");
    assumeTrue(jdk != null, "no JDK 25");
    assertThat(run(jdk, true, "-Xmx256m", "virtual")).contains("virtual 40000");
    assertThat(run(jdk, true, "-Xmx128m", "executor", "chain"))
        .contains("executor 20000", "chain 20000");
    assertThat(RacesFile.read(folder.resolve("run").resolve(RacesFile.NAME))).isEmpty();
  }

  @Test
  void recursion_underTheAgent_losesLittleWithAccessesAndNothingElsewhere() throws Exception {
    String alone = run(JDK, false, "-Xint", "recursion");
    String woven = run(JDK, true, "-Xint", "recursion");
    assertThat(depth(woven, "plain")).isEqualTo(depth(alone, "plain"));
    assertThat(depth(woven, "accesses")).isGreaterThan(depth(alone, "accesses") * 7 / 10);
    assertThat(woven).doesNotContain("internal error");
  }

  private static int depth(String text, String kind) {
    Matcher m = Pattern.compile("depth-" + kind + " (\\d+)").matcher(text);
    assertThat(m.find()).as(text).isTrue();
    return Integer.parseInt(m.group(1));
  }

  private String run(Path jdk, boolean agent, String option, String... parts)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(jdk.resolve("bin/java").toString());
    if (agent) {
      command.add("-javaagent:" + JAR.toAbsolutePath() + "=into=" + folder.resolve("run"));
    }
    command.addAll(List.of(option, "-cp", folder.toString(), "Limits"));
    command.addAll(List.of(parts));
    Path log = folder.resolve("log.txt");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    boolean ended = process.waitFor(TIMEOUT_S, TimeUnit.SECONDS);
    process.destroyForcibly().waitFor();
    String text = Files.readString(log, StandardCharsets.UTF_8);
    assertThat(ended).as("ended in %d s: %s", TIMEOUT_S, text).isTrue();
    assertThat(process.exitValue()).as(text).isZero();
    return text;
  }
}
