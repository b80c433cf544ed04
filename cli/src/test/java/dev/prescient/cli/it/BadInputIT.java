package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wrong input: a clear message, the documented status, nothing written half. */
class BadInputIT {
  @TempDir private Path folder;

  @Test
  void unknownOption_isTold() throws Exception {
    Pm.Result r = Pm.run(folder, "race", "--frobnicate", "--", "Nope");
    assertThat(r.exit()).isEqualTo(2);
    assertThat(r.err()).contains("--frobnicate").contains("--max-reports");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void noProgram_isTold() throws Exception {
    Pm.Result r = Pm.run(folder, "hunt");
    assertThat(r.exit()).isEqualTo(2);
    assertThat(r.err()).contains("pm hunt -- -jar app.jar");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void missingClass_isTold() throws Exception {
    Pm.Result r = Pm.run(folder, "race", "--", "-cp", ".", "no.such.Main");
    assertThat(r.exit()).isEqualTo(69);
    assertThat(r.err()).contains("the program did not start").contains("no.such.Main");
    assertThat(folder.resolve("pm-out/latest/report.json")).doesNotExist();
    assertThat(folder.resolve("pm-out/latest/run.json")).content().contains("\"exit\" : 69");
  }

  @Test
  void sourceThatDoesNotCompile_isTold() throws Exception {
    Path source = folder.resolve("Broken.java");
    Files.writeString(source, "class Broken { int x = ; }");
    Pm.Result r = Pm.run(folder, "race", source);
    assertThat(r.exit()).isEqualTo(69);
    assertThat(r.err()).contains("does not compile").contains("Broken.java:1");
  }

  @Test
  void programThatDoesNotEnd_isEndedAtTheTimeout() throws Exception {
    Path source = folder.resolve("Forever.java");
    Files.writeString(
        source,
        "class Forever { public static void main(String[] a) throws Exception"
            + " { Thread.sleep(3_600_000); } }");
    Pm.Result r = Pm.run(folder, "race", "--timeout", "6s", source);
    assertThat(r.exit()).isEqualTo(69);
    assertThat(r.err()).contains("time-out");
  }

  @Test
  void runThatIsMissing_isTold() throws Exception {
    Pm.Result r = Pm.run(folder, "replay", "run-0042");
    assertThat(r.exit()).isEqualTo(2);
    assertThat(r.err()).contains("there is no run run-0042");
  }

  @Test
  void folderThatIsNoRun_isRefused() throws Exception {
    Path other = Files.createDirectory(folder.resolve("other"));
    Pm.Result r = Pm.run(folder, "replay", other);
    assertThat(r.exit()).isEqualTo(65);
    assertThat(r.err()).contains("is no run of pm");
  }

  @Test
  void runFileOfGarbage_isRefused() throws Exception {
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.writeString(other.resolve("run.json"), "{\"schema\": 7");
    Pm.Result r = Pm.run(folder, "replay", other);
    assertThat(r.exit()).isEqualTo(65);
    assertThat(r.err()).contains("run.json").contains("expected");
  }

  @Test
  void recordingOfGarbage_isRefused() throws Exception {
    Path run = recorded();
    Files.write(run.resolve("trace/schedule.pms"), new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9});
    Pm.Result r = Pm.run(folder, "replay", run);
    assertThat(r.exit()).isEqualTo(65);
    assertThat(r.err()).contains("schedule.pms");
  }

  private Path recorded() throws IOException, InterruptedException {
    Path source = folder.resolve("Plain.java");
    Files.writeString(
        source, "class Plain { public static void main(String[] a) { System.out.println(1); } }");
    Pm.Result r = Pm.run(folder, "record", source);
    assertThat(r.exit()).as(r.err()).isEqualTo(0);
    assertThat(r.out()).isEqualTo("1\n");
    return folder.resolve("pm-out/latest").toRealPath();
  }

  @Test
  void outputFolderThatIsAFile_isTold() throws Exception {
    Path file = Files.createFile(folder.resolve("taken"));
    Pm.Result r = Pm.run(folder, "race", "--out", file, "--", "Nope");
    assertThat(r.exit()).isEqualTo(2);
    assertThat(r.err()).contains("cannot write to the output folder").contains("--out");
  }

  @Test
  void agentOption_unknown_stopsTheStartAndListsTheKnown() throws Exception {
    Pm.Result r =
        Pm.execute(
            folder,
            java.util.List.of(Pm.java(), "-javaagent:" + Pm.JAR + "=nonsense=1", "-version"));
    assertThat(r.exit()).isEqualTo(2);
    assertThat(r.err()).contains("nonsense").contains("max-reports");
  }
}
