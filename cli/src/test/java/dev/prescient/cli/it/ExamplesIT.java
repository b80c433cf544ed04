package dev.prescient.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.cli.report.Finding;
import dev.prescient.cli.report.ReportFile;
import dev.prescient.cli.report.RunReport;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.replay.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The five examples from end to end, with the verdicts that their comments promise. */
@Execution(ExecutionMode.CONCURRENT)
class ExamplesIT {
  @TempDir private Path temporary;

  static Stream<Path> jdks() throws IOException {
    return Pm.jdks().values().stream().sorted();
  }

  private RunReport hunt(Path jdk, String example, Object... more) throws Exception {
    Path folder = Files.createDirectories(temporary.resolve("a folder"));
    Object[] fixed = {
      "hunt", "--java", jdk, "--tries", "2", "--budget", "150s", "--runs", "1", "--progress", "none"
    };
    Object[] all = new Object[fixed.length + more.length + 1];
    System.arraycopy(fixed, 0, all, 0, fixed.length);
    System.arraycopy(more, 0, all, fixed.length, more.length);
    all[all.length - 1] = Pm.EXAMPLES.resolve(example + ".java");
    Pm.Result r = Pm.run(folder, all);
    assertThat(r.exit()).as(r.err()).isEqualTo(66);
    return ReportFile.read(folder.resolve("pm-out/latest/report.json"));
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void futureLoad_failsWithAValueFromTheFuture(Path jdk) throws Exception {
    RunReport report = hunt(jdk, "FutureLoad", "--schedules", "0");
    Finding f =
        report.failures().stream()
            .filter(x -> x.failure().kind() == Failure.Kind.ASSERTION)
            .findFirst()
            .orElseThrow();
    assertThat(f.memoryClass()).isEqualTo("future");
    assertThat(f.reads().get(0).variable()).isEqualTo("FutureLoad.data");
    assertThat(f.reads().get(0).value()).isEqualTo("1");
    assertThat(f.reads().get(0).load()).isEqualTo("FutureLoad.java:32");
    assertThat(f.reads().get(0).store()).isEqualTo("FutureLoad.java:39");
    assertThat(f.hits()).isEqualTo(2);
    assertThat(explanation(f))
        .contains("read 1 from the future: written later at FutureLoad.java:39");
    Pm.Result again =
        Pm.run(
            temporary,
            "replay",
            temporary.resolve("a folder/pm-out/latest").toRealPath().resolve(f.id()),
            "--tries",
            "1",
            "--expect",
            "failure");
    assertThat(again.exit()).as(again.err()).isEqualTo(0);
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void unsafePublication_failsWithAnOldNull(Path jdk) throws Exception {
    RunReport report = hunt(jdk, "UnsafePublication", "--schedules", "0");
    assertThat(report.failures())
        .anySatisfy(
            f -> {
              assertThat(f.memoryClass()).isEqualTo("stale");
              assertThat(f.failure().exception()).isEqualTo("java.lang.NullPointerException");
              assertThat(explanation(f)).contains("read null from the past");
            });
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void unjustified_isDiscarded(Path jdk) throws Exception {
    RunReport report = hunt(jdk, "Unjustified", "--schedules", "4");
    assertThat(report.failures()).isEmpty();
    assertThat(report.races()).isNotEmpty();
    assertThat(report.discarded()).isNotEmpty();
  }

  @Test
  void redundantRead_valueIsExposedAndValidated() throws Exception {
    RunReport report =
        hunt(Path.of(System.getProperty("java.home")), "RedundantRead", "--stop-at-first");
    assertThat(report.candidates())
        .anySatisfy(
            t -> {
              assertThat(t.candidate().kind()).isEqualTo(Candidate.Kind.FUTURE);
              assertThat(t.verdict()).isEqualTo(RunReport.Verdict.VALIDATED);
            });
  }

  @ParameterizedTest
  @MethodSource("jdks")
  void bankAccount_losesAnUpdateInSomeInterleaving(Path jdk) throws Exception {
    RunReport report = hunt(jdk, "BankAccount", "--stop-at-first");
    assertThat(report.failures())
        .anySatisfy(
            f -> {
              assertThat(f.memoryClass()).isEqualTo("interleaving");
              assertThat(f.failure().exception()).isEqualTo("java.lang.AssertionError");
              assertThat(explanation(f)).contains("hb(", "that write is lost", "balance = before");
            });
    Finding first = report.failures().get(0);
    Pm.Result ds =
        Pm.run(
            temporary,
            "explain",
            temporary.resolve("a folder/pm-out/latest").toRealPath().resolve(first.id()),
            "--encoding",
            "ds");
    assertThat(ds.exit()).as(ds.err()).isEqualTo(0);
    assertThat(ds.err()).contains("certified").doesNotContain("hb(");
  }

  /** The slice as text; it must be proved. */
  private static String explanation(Finding f) {
    Finding.Slice slice = f.slice();
    assertThat(slice).as("slice of %s", f.id()).isNotNull();
    assertThat(slice != null && slice.certified()).isTrue();
    return slice == null ? "" : String.join("\n", slice.text());
  }
}
