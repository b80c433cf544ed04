package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.profiler.AgentFile;
import dev.prescient.profiler.race.Access;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Reports of races as users get them, from {@code pm race} and from the agent alone. */
@Execution(ExecutionMode.CONCURRENT)
class ReportsIT {
  private static final Path SHOP =
      Path.of("src/test/resources/reports/Shop.java").toAbsolutePath().normalize();

  @TempDir private Path folder;

  @BeforeEach
  void compile() throws Exception {
    Pm.Result r =
        Pm.execute(
            folder,
            List.of(
                Path.of(Pm.java()).resolveSibling("javac").toString(),
                "-g",
                "-d",
                folder.toString(),
                SHOP.toString()));
    assertThat(r.exit()).as(r.err()).isZero();
  }

  /** The program with the agent and nothing else. */
  private Pm.Result alone(String options) throws IOException, InterruptedException {
    return Pm.execute(
        folder,
        List.of(
            Pm.java(),
            "-Xshare:off",
            "-javaagent:" + Pm.JAR + (options.isEmpty() ? "" : "=" + options),
            "-cp",
            folder.toString(),
            "Shop"));
  }

  private Map<String, RaceReport> races(String run) throws IOException {
    return RacesFile.read(folder.resolve("pm-out").resolve(run).resolve(RacesFile.NAME)).stream()
        .collect(Collectors.toMap(RaceReport::variable, Function.identity()));
  }

  @Test
  void race_reportsEachCauseOnce_withBothStacks() throws Exception {
    Pm.Result r = Pm.run(folder, "race", "--", "-cp", folder, "Shop");
    assertThat(r.exit()).as(r.err()).isEqualTo(66);
    assertThat(r.out()).isEqualTo("done\n");
    assertThat(r.err().lines().filter(l -> !l.contains("VM warning")).findFirst())
        .contains("really");
    assertThat(r.err()).doesNotContain("\u001b").contains("SUMMARY: 5 races (1 suppressed) (");
    assertThat(r.err()).containsPattern("(?m)^Next: .* hunt -- -cp .* Shop$");

    Path sarif = folder.resolve("pm-out/run-0001/report.sarif");
    assertThat(sarif).content().contains("\"ruleId\" : \"PM0001\"", "\"startLine\" : 55");

    Map<String, RaceReport> races = races("run-0001");
    assertThat(races.keySet())
        .containsExactlyInAnyOrder(
            "Shop.first",
            "Shop.flag",
            "Shop$Stats.counts[]",
            "Shop$Stats.approximate",
            "long[]",
            "Shop$Stats.hits");
    RaceReport flag = races.get("Shop.flag");
    assertThat(flag.first().kept()).isEqualTo(Access.Kept.THIS);
    assertThat(flag.first().locks()).containsExactly("java.lang.Object#1");
    assertThat(flag.second().locks()).containsExactly("Shop$Stats#1");
    assertThat(flag.first().stack().get(1)).startsWith("Shop.lambda$main$0(Shop.java:");
    assertThat(flag.second().stack().get(1)).startsWith("Shop.late(Shop.java:");
    assertThat(flag.threads()).hasSize(2);
    assertThat(flag.threads().get(0).stack().get(0)).startsWith("Shop.main(Shop.java:");
    assertThat(races.get("long[]").object())
        .isEqualTo(new RaceReport.RacyObject("long[8]#1", 5, "", List.of()));
    assertThat(races.get("Shop$Stats.approximate").excuse())
        .isEqualTo("@BenignRace on Shop$Stats.approximate");
  }

  @Test
  void agentAlone_printsAndKeepsTheReport() throws Exception {
    Pm.Result r = alone("");
    assertThat(r.exit()).as(r.err()).isEqualTo(66);
    assertThat(r.out()).isEqualTo("done\n");
    assertThat(r.err()).contains("really", "WARNING: prescient: data race R1", "SUMMARY: 5 races");
    assertThat(folder.resolve("pm-out/run-0001/report.txt"))
        .content()
        .contains("Object Shop$Stats#1", "created by T0:", "Suppressed: ", "SUMMARY: 5 races");
    assertThat(folder.resolve("pm-out/run-0001/report.sarif")).content().contains("PM0001");

    Pm.Result again = Pm.run(folder, "report", "run-0001", "--sarif");
    assertThat(again.exit()).isEqualTo(66);
    assertThat(again.out()).contains("\"version\" : \"2.1.0\"").contains("\"Shop.fill\"");
    assertThat(Pm.run(folder, "report", "latest", "--json").out()).contains("prescient/run/1");
    Pm.Result known = Pm.run(folder, "report", "run-0001", "--baseline", "pm-out/run-0001");
    assertThat(known.exit()).isZero();
    assertThat(known.out()).contains("Known: R1 on ", "SUMMARY: 0 races (5 known, 1 suppressed)");
  }

  @Test
  void baseline_makesKnownRacesPass() throws Exception {
    assertThat(Pm.run(folder, "race", "--", "-cp", folder, "Shop").exit()).isEqualTo(66);
    Path earlier = folder.resolve("pm-out/run-0001");
    Pm.Result r = Pm.run(folder, "race", "--baseline", earlier, "--", "-cp", folder, "Shop");
    assertThat(r.exit()).as(r.err()).isZero();
    assertThat(r.err()).contains("SUMMARY: 0 races (5 known, 1 suppressed)");
    assertThat(alone("baseline=" + earlier.resolve("report.json")).exit()).isZero();
    assertThat(races("run-0002").values())
        .filteredOn(race -> !race.suppressed())
        .allMatch(RaceReport::known);
  }

  @Test
  void suppressions_coverRaces_andUnusedOnesAreTold() throws Exception {
    Path file = folder.resolve("prescient.supp");
    Files.writeString(file, "race:Shop* reason=\"a test\"\nrace:com.acme.Gone reason=\"moved\"\n");
    Pm.Result r = Pm.run(folder, "race", "--suppressions", file, "--", "-cp", folder, "Shop");
    assertThat(r.exit()).as(r.err()).isZero();
    assertThat(r.err())
        .contains("Suppressed: R1 on ", ": a test", "unused suppression: race:com.acme.Gone");
    assertThat(alone("suppressions=" + file).exit()).isZero();
  }

  @Test
  void files_thatAreWrong_areTold() throws Exception {
    Path file = folder.resolve("bad.supp");
    Files.writeString(file, "race:Shop.flag\n");
    Path garbage = folder.resolve("garbage.json");
    Files.writeString(garbage, "{");
    Path none = folder.resolve("none");
    assertTold(2, "bad.supp:1: expected", "suppressions", file);
    assertTold(2, "there is no such file", "suppressions", none);
    assertTold(2, "there is no such file", "baseline", none);
    assertTold(65, "garbage.json: expected JSON", "baseline", garbage);
  }

  private void assertTold(int status, String message, String option, Path value)
      throws IOException, InterruptedException {
    for (Pm.Result r :
        List.of(
            alone(option + "=" + value),
            Pm.run(folder, "race", "--" + option, value, "--", "-cp", folder, "Shop"))) {
      assertThat(r.exit()).as(r.err()).isEqualTo(status);
      assertThat(r.err()).contains("pm: ").contains(message).doesNotContain("\tat ");
      assertThat(r.out()).isEmpty();
    }
  }

  @Test
  void allocations_onRequest_areShown() throws Exception {
    Pm.Result r = Pm.run(folder, "race", "--allocations", "--", "-cp", folder, "Shop");
    assertThat(r.exit()).as(r.err()).isEqualTo(66);
    assertThat(r.out()).isEqualTo("done\n");
    RaceReport.RacyObject stats = races("run-0001").get("Shop$Stats.hits").object();
    assertThat(stats.allocatedBy()).isEqualTo("0");
    assertThat(stats.allocation()).containsExactly("Shop.main(Shop.java:20)");
    RaceReport.RacyObject array = races("run-0001").get("long[]").object();
    assertThat(array.allocation())
        .containsExactly("Shop$Stats.<init>(Shop.java:10)", "Shop.main(Shop.java:20)");
    assertThat(r.err()).contains("Object Shop$Stats#1, allocated by T0:");
  }

  @Test
  void suppress_printsLinesAndAppendsThemOnce_andTheyCover() throws Exception {
    assertThat(Pm.run(folder, "race", "--", "-cp", folder, "Shop").exit()).isEqualTo(66);
    Pm.Result printed = Pm.run(folder, "suppress", "R1", "--reason", "known for long");
    assertThat(printed.exit()).as(printed.err()).isZero();
    assertThat(printed.out()).startsWith("race:").endsWith(" reason=\"known for long\"\n");
    Path file = folder.resolve("prescient.supp");
    assertThat(file).doesNotExist();
    for (int i = 0; i < 2; i++) {
      Object[] all = {
        "suppress", "R1", "R2", "R3", "R4", "R5", "R6", "--reason", "meant", "--append"
      };
      assertThat(Pm.run(folder, all).exit()).isZero();
    }
    assertThat(Files.readAllLines(file)).doesNotHaveDuplicates().isNotEmpty();
    Pm.Result r = Pm.run(folder, "race", "--suppressions", file, "--", "-cp", folder, "Shop");
    assertThat(r.exit()).as(r.err()).isZero();
    Pm.Result unknown = Pm.run(folder, "suppress", "R99", "--reason", "x");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("has no race R99; it has R1, ");
    assertThat(Pm.run(folder, "suppress", "R1", "--reason", "a \"b\"").exit()).isEqualTo(2);
    assertThat(Pm.run(folder, "suppress", "R1").exit()).isEqualTo(2);
  }

  @Test
  void logLevel_saysWhatIsToldOnly() throws Exception {
    Pm.Result r = alone("log-level=error");
    assertThat(r.exit()).isEqualTo(66);
    assertThat(r.err()).doesNotContain("WARNING: prescient", "SUMMARY");
    assertThat(folder.resolve("pm-out/run-0001/report.txt")).content().contains("SUMMARY: 5 races");
    assertThat(alone("log-level=loud").err()).contains("log-level=loud");
  }

  @Test
  void logFile_takesWhatTheAgentSays() throws Exception {
    Pm.Result r = alone("log=" + folder.resolve("all.log"));
    assertThat(r.exit()).isEqualTo(66);
    assertThat(r.err()).doesNotContain("WARNING: prescient");
    assertThat(folder.resolve("all.log")).content().contains("data race R1", "SUMMARY: 5 races");
  }

  @Test
  void history_ofNothing_isToldAsSuch() throws Exception {
    assertThat(alone("history=0").err()).contains("[stack not kept; raise history]");
  }

  @Test
  void moreRacesThanAreKept_areCounted() throws Exception {
    int places = 120;
    StringBuilder source = new StringBuilder();
    source.append("public class Many {\n");
    source.append("  static final int[] A = new int[").append(places * places).append("];\n");
    source.append("  static boolean done;\n");
    source.append("  public static void main(String[] a) throws Exception {\n");
    source.append("    Thread t = new Thread(() -> {\n");
    source.append("      while (!done) Thread.yield();\n");
    source.append("      for (int i = 0; i < A.length; i++) set(i, i / ").append(places);
    source.append(");\n    });\n    t.start();\n");
    source.append("    for (int i = 0; i < A.length; i++) set(i, i % ").append(places);
    source.append(");\n    done = true;\n    t.join();\n  }\n");
    source.append("  static void set(int i, int place) {\n    switch (place) {\n");
    for (int p = 0; p < places; p++) {
      source.append("      case ").append(p).append(":\n        A[i] = 1;\n        break;\n");
    }
    source.append("      default:\n    }\n  }\n}\n");
    Path file = folder.resolve("Many.java");
    Files.writeString(file, source);
    Pm.Result r = Pm.run(folder, "race", "--max-reports", "7", file);
    assertThat(r.exit()).as(r.err()).isEqualTo(66);
    assertThat(r.err()).contains("SUMMARY: 7 races (");
    Map<String, Long> counts =
        AgentFile.read(folder.resolve("pm-out/run-0001").resolve(AgentFile.NAME)).counts();
    assertThat(counts.get("racesUntold")).isPositive();
    assertThat(counts.get("racesBeyondMaxReports")).isGreaterThan(1_000);
    List<String> notes =
        new ArrayList<>(r.err().lines().filter(l -> l.startsWith("Note")).toList());
    assertThat(notes)
        .anyMatch(n -> n.contains("raise max-reports"))
        .anyMatch(n -> n.contains("after too many different ones"));
  }
}
