package dev.prescient.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.cli.it.Pm;
import dev.prescient.cli.memory.LitmusEntry.Should;
import dev.prescient.cli.report.Finding;
import dev.prescient.cli.report.ReportFile;
import dev.prescient.cli.report.RunReport;
import dev.prescient.replay.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The corpus under {@code pm explore --entry --memory}: what can be is exposed with the right
 * class, what cannot be is not, and thin air is no finding; with values of one kind alone what they
 * suffice for. A build runs a few that are quick; with {@code -Dlitmus.whole=true} it runs all, on
 * each JDK that {@code -Dlitmus.jdks} names; but not what needs a long to be torn.
 */
@Execution(ExecutionMode.CONCURRENT)
class MemoryLitmusIT {
  private static final boolean WHOLE = Boolean.getBoolean("litmus.whole");
  private static final List<String> JDKS =
      List.of(System.getProperty("litmus.jdks", "17,25").split(","));
  private static final long SCHEDULES = Long.getLong("litmus.schedules", 3000);
  private static final Set<String> SAMPLE = Set.of("PUB+leak", "SB", "LB+data", "CoWR", "TC4");
  private static final Set<String> SAMPLE_25 = Set.of("LB");
  private static final Map<String, String> CLASSES =
      Map.of(
          "a", "interleaving",
          "b", "stale",
          "c", "future",
          "d1", "future-optimizer",
          "d2", "future-optimizer");

  @TempDir private static Path folder;

  /**
   * An entry on a JDK.
   *
   * @param jdk its version
   * @param home of the JDK
   */
  record Case(LitmusEntry entry, String jdk, Path home) {
    String name() {
      return JavaSource.className(entry.toString());
    }

    @Override
    public String toString() {
      return entry + " on " + jdk;
    }
  }

  @BeforeAll
  static void compile() throws IOException {
    Map<String, String> sources = new LinkedHashMap<>();
    for (LitmusEntry e : LitmusEntry.all()) {
      String name = JavaSource.className(e.toString());
      sources.put(name, JavaSource.of(e.program(), e.outcome()));
    }
    JavaPrograms.compile(Files.createDirectory(folder.resolve("classes")), sources);
  }

  static List<Case> cases() throws IOException {
    List<Case> cases = new ArrayList<>();
    for (Map.Entry<String, Path> jdk : Pm.jdks().entrySet()) {
      Set<String> sample = jdk.getKey().equals("17") ? SAMPLE : SAMPLE_25;
      for (LitmusEntry e : LitmusEntry.all()) {
        boolean wanted = WHOLE ? !isTorn(e) : sample.contains(e.toString());
        if (wanted && JDKS.contains(jdk.getKey())) {
          cases.add(new Case(e, jdk.getKey(), jdk.getValue()));
        }
      }
    }
    return cases;
  }

  private static boolean isTorn(LitmusEntry e) {
    return e.program().initial().containsKey("v.hi");
  }

  /** Of the sample, those on one JDK. */
  static List<Case> exposed() throws IOException {
    return cases().stream()
        .filter(c -> c.entry.should() == Should.EXPOSE && (WHOLE || c.jdk.equals("25")))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void entry_isExposedAsItShould(Case c) throws Exception {
    Path out = folder.resolve(c.name() + c.jdk);
    List<Object> arguments = new ArrayList<>();
    arguments.addAll(List.of("explore", "--entry", c.name() + "#body", "--memory", "weak"));
    arguments.addAll(List.of("--java", c.home, "--tries", "1", "--budget", SCHEDULES));
    arguments.addAll(List.of("--encoding", "none", "--progress", "none", "--out", out));
    arguments.addAll(List.of("--", "-cp", folder.resolve("classes")));
    Pm.Result r = Pm.run(folder, arguments.toArray());
    assertThat(r.exit()).as(r.err()).isIn(0, 66);
    RunReport report = ReportFile.read(out.resolve("latest").resolve(ReportFile.NAME));
    List<String> found = report.failures().stream().map(Finding::memoryClass).toList();
    List<String> discarded = report.discarded().stream().map(d -> d.memoryClass()).toList();
    String told = report.failures() + " " + report.discarded() + " " + report.counts();
    if (c.entry.should() != Should.EXPOSE) {
      assertThat(found).as(told).isEmpty();
      assertThat(discarded).as(told).allMatch(d -> c.entry.should() == Should.OOTA);
    } else if (c.entry.kind().equals("d2")) {
      assertThat(found).as(told).isEmpty();
      assertThat(discarded).as(told).contains(CLASSES.get("d2"));
    } else {
      assertThat(found).as(told).containsExactly(CLASSES.get(c.entry.kind()));
    }
  }

  @ParameterizedTest
  @MethodSource("exposed")
  void valuesOfOneKind_exposeWhatTheySufficeFor(Case c) throws Exception {
    Path out = Files.createDirectory(folder.resolve(c.name() + c.jdk + "-alone"));
    EntryRuns runs = new EntryRuns(out, c.home, folder.resolve("classes"), c.name()).withRaces();
    assertThat(exposes(runs, "stale")).as("stale").isEqualTo(c.entry.staleAlone());
    assertThat(exposes(runs, "future")).as("future").isEqualTo(c.entry.futureAlone());
  }

  private static boolean exposes(EntryRuns runs, String memory) throws Exception {
    return runs.explore(memory, SCHEDULES).stream()
        .anyMatch(f -> f.cause().compareTo(Cause.THIN_AIR) < 0);
  }
}
