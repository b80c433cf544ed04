package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.profiler.AgentFile;
import dev.prescient.profiler.race.RaceNotes;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that make it hard for an agent run as they do without one. */
class HostileIT {
  private static final Path SOURCES = Path.of("src/test/resources/hostile");

  @TempDir private Path folder = Path.of("unset");
  private String java = Pm.java();

  @Test
  void loadersThatPassOnNothing_findTheRuntime() throws Exception {
    Pm.Result result = run(66, "", "Hiding");
    assertThat(result.out()).contains("played by Resolving", "played by Plain");
    new AgentRun(result, folder.resolve("run")).reportsOnly("Hiding$Part.count");
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

  @ParameterizedTest
  @ValueSource(strings = {"17", "25"})
  void whatRealProgramsDo_isDoneAsWithoutAnAgentAndUnreported(String jdk) throws Exception {
    java = AgentRun.java(jdk);
    String alone = run(0, null, "Wild").out();
    Pm.Result woven = run(0, "", "Wild");
    assertThat(woven.out()).as(woven.err()).isEqualTo(alone);
    assertThat(woven.err()).doesNotContain("pm: ");
    assertThat(RacesFile.read(folder.resolve("run").resolve(RacesFile.NAME))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "25"})
  void classesLoadedWhileAnotherIsWoven_areWoven(String jdk) throws Exception {
    java = AgentRun.java(jdk);
    String alone = run(0, null, "Lookups").out();
    Pm.Result woven = run(66, "", "Lookups");
    assertThat(woven.out()).as(woven.err()).isEqualTo(alone).contains("2 2");
    new AgentRun(woven, folder.resolve("run")).reportsOnly("Lookups$Guard.racy");
  }

  @ParameterizedTest
  @CsvSource({"daemon,0", "halt,7", "hookHalts,8", "twoExit,10", "throws,1"})
  void howeverItEnds_statusAndOutputAreItsOwnAndTheFilesAreWritten(String how, int status)
      throws Exception {
    Pm.Result woven = run(status, "", "Ends", how);
    assertThat(woven.out()).isEqualTo(run(status, null, "Ends", how).out());
    assertThat(RacesFile.read(folder.resolve("run").resolve(RacesFile.NAME))).isEmpty();
  }

  @Test
  void methodsThatWouldBecomeTooLarge_areLeftUncheckedOrUnwovenSaidAndCounted() throws Exception {
    Files.writeString(folder.resolve("Huge.java"), huge());
    String alone = run(0, null, "Huge").out();
    Pm.Result woven = run(66, "", "Huge");
    assertThat(woven.out()).isEqualTo(alone);
    assertThat(woven.err())
        .containsOnlyOnce("Huge.add would be too large with hooks: it is left without")
        .containsOnlyOnce("Huge.<clinit> would be too large with checks: its accesses are not")
        .doesNotContain("left as it is");
    assertThat(Files.readString(folder.resolve("run/agent.json")))
        .contains("\"methodsUnchecked\" : 1", "\"methodsUnwoven\" : 1");
    assertThat(RacesFile.read(folder.resolve("run").resolve(RacesFile.NAME)))
        .extracting(RaceReport::variable)
        .containsExactly("Huge.racy");
  }

  @Test
  void moreFieldsThanThereAreIds_areCountedAndTold() throws Exception {
    Files.writeString(folder.resolve("Many.java"), many(2_000, 60));
    Path run = folder.resolve("run");
    Pm.Result woven = run(0, "", "Many");
    assertThat(woven.out()).isEqualTo("0\n");
    assertThat(RaceNotes.of(AgentFile.read(run.resolve(AgentFile.NAME)).counts()))
        .anyMatch(n -> n.contains("uses of volatile or static fields were left without hooks"));
  }

  /** A class with volatile fields, and others that each use all of them. */
  private static String many(int fields, int users) {
    StringBuilder source = new StringBuilder("public class Many {\n");
    StringBuilder reads = new StringBuilder();
    for (int i = 0; i < fields; i++) {
      source.append("  static volatile int f").append(i).append(";\n");
      reads.append("      s += f").append(i).append(";\n");
    }
    StringBuilder main = new StringBuilder();
    for (int i = 0; i < users; i++) {
      source.append("  static class U").append(i).append(" {\n    static int all() {\n");
      source.append("      int s = 0;\n").append(reads).append("      return s;\n    }\n  }\n");
      main.append("    s += U").append(i).append(".all();\n");
    }
    source.append("  public static void main(String[] args) {\n    int s = 0;\n").append(main);
    return source.append("    System.out.println(s);\n  }\n}\n").toString();
  }

  /** A class with a method and an initialiser of nearly 64 KiB. */
  private static String huge() {
    return "public class Huge { static int sum; static int racy; static final int[] T = new int[8000];"
        + "static { "
        + "T[7] = 300; ".repeat(7_000)
        + "} static synchronized void add() { "
        + "sum += T[7]; ".repeat(4_900)
        + "} public static void main(String[] args) throws Exception {"
        + "  Thread[] all = new Thread[2];"
        + "  for (int i = 0; i < 2; i++) { all[i] = new Thread(() -> { add(); racy++; }); all[i].start(); }"
        + "  for (Thread t : all) t.join();"
        + "  System.out.println(sum);"
        + "} }";
  }

  /** Runs a program; with the agent unless its options are null. */
  private Pm.Result run(int status, String options, String... program)
      throws IOException, InterruptedException {
    compile(program[0]);
    List<String> command = new ArrayList<>(List.of(java, "-Dparts=" + folder, "-Xmx1g"));
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
    Path made = folder.resolve(name + ".java");
    Path source = Files.exists(made) ? made : SOURCES.resolve(name + ".java");
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-g", "-nowarn", "-d", folder.toString(), source.toString());
    assertThat(status).isZero();
  }
}
