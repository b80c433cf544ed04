package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that make it hard for an agent run as they do without one. */
class HostileIT {
  private static final Path SOURCES = Path.of("src/test/resources/hostile");

  @TempDir private Path folder = Path.of("unset");

  @Test
  void loadersThatPassOnNothing_findTheRuntime() throws Exception {
    Pm.Result result = run(66, "", "Hiding");
    assertThat(result.out()).contains("played by Resolving", "played by Plain");
    assertThat(RacesFile.read(folder.resolve("run").resolve(RacesFile.NAME)))
        .extracting(RaceReport::variable)
        .contains("Hiding$Part.count");
    assertThat(result.err()).doesNotContain("left as");
  }

  @Test
  void loadersLeftAlone_theirClassesAreLeftAlone() throws Exception {
    Pm.Result result = run(0, ",exclude=Hiding$Resolving:Hiding$Plain", "Hiding");
    assertThat(result.out()).contains("played by Resolving", "played by Plain");
    assertThat(result.err())
        .containsOnlyOnce("classes of a Hiding$Resolving are left as they are")
        .containsOnlyOnce("classes of a Hiding$Plain are left as they are");
  }

  @Test
  void fieldOfATypeThatIsNotThere_canBeCloned() throws Exception {
    String alone = run(0, null, "Incomplete").out();
    assertThat(alone).contains("copied 3", "not there: Incomplete$Missing");
    Pm.Result woven = run(0, "", "Incomplete");
    assertThat(woven.out()).isEqualTo(alone);
    assertThat(woven.err()).doesNotContain("pm: ");
  }

  /** What the JVM refuses may come out mended; what it takes comes to the same. */
  @Test
  void brokenClassFiles_neverMakeADifferenceToSoundOnes() throws Exception {
    List<String> alone = run(0, null, "Mutants", "3000").out().lines().toList();
    List<String> woven = run(0, "", "Mutants", "3000").out().lines().toList();
    assertThat(woven).hasSameSizeAs(alone);
    int compared = 0;
    for (int i = 0; i < alone.size(); i++) {
      if (!alone.get(i).matches(".*(ClassFormatError|VerifyError)")) {
        assertThat(woven.get(i)).isEqualTo(alone.get(i));
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(500);
  }

  /** Runs a program; with the agent unless its options are null. */
  private Pm.Result run(int status, String options, String... program)
      throws IOException, InterruptedException {
    compile(program[0]);
    List<String> command = new ArrayList<>(List.of(Pm.java(), "-Dparts=" + folder, "-Xmx1g"));
    if (options != null) {
      command.add("-javaagent:" + Pm.JAR + "=into=" + folder.resolve("run") + options);
    }
    command.addAll(List.of("-cp", folder.toString()));
    command.addAll(List.of(program));
    Pm.Result result = Pm.execute(folder, command);
    assertThat(result.exit()).as(result.err()).isEqualTo(status);
    return result;
  }

  private void compile(String name) {
    String source = SOURCES.resolve(name + ".java").toString();
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-g", "-d", folder.toString(), source);
    assertThat(status).isZero();
  }
}
