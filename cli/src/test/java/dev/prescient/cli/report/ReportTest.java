package dev.prescient.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.prescient.profiler.race.Access;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.Occurrence;
import dev.prescient.profiler.value.Value;
import dev.prescient.replay.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
  static final RunReport FULL = full();

  @TempDir private Path folder;

  @Test
  void json_everything_matchesTheSchema() throws IOException {
    Path file = folder.resolve(ReportFile.NAME);
    ReportFile.write(file, FULL);
    JsonSchema schema =
        JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
            .getSchema(Files.readString(Path.of("../docs/schema/run-1.json")));
    assertThat(schema.validate(Files.readString(file), InputFormat.JSON)).isEmpty();
  }

  @Test
  void json_written_readsEqual() throws IOException {
    Path file = folder.resolve(ReportFile.NAME);
    ReportFile.write(file, FULL);
    assertThat(ReportFile.read(file)).isEqualTo(FULL);
  }

  @Test
  void failureFile_written_readsEqual() throws IOException {
    Path file = folder.resolve(ReportFile.FAILURE);
    ReportFile.writeFailure(file, FULL.failures().get(0));
    assertThat(ReportFile.readFailure(file)).isEqualTo(FULL.failures().get(0));
  }

  @Test
  void text_everything_isAsInTheGoldenFile() throws IOException {
    Path golden = Path.of("src/test/resources/golden/report.txt");
    String text =
        TextReport.render(FULL)
            .replaceAll(
                "(?m)(Reproduce|Next): .*? (replay|explain) .*/run-0007", "$1: pm $2 run-0007");
    if (Boolean.getBoolean("golden.rewrite")) {
      Files.createDirectories(golden.getParent());
      Files.writeString(golden, text);
    }
    assertThat(text).isEqualTo(Files.readString(golden));
  }

  private static RunReport full() {
    Access read =
        new Access(
            false,
            "Cache.java:52",
            "0000000000000001",
            "com.acme.Cache.get",
            "0",
            "main",
            "9@T0",
            Access.Kept.THIS,
            List.of("com.acme.Cache.get(Cache.java:52)", "com.acme.Main.main(Main.java:7)"),
            List.of(),
            List.of());
    Access write =
        new Access(
            true,
            "Cache.java:41",
            "0000000000000002",
            "com.acme.Cache.put",
            "0.1",
            "loader",
            "14@T0.1",
            Access.Kept.ANOTHER,
            List.of("com.acme.Cache.put(Cache.java:41)", "java.lang.Thread.run(Thread.java:840)"),
            List.of(),
            List.of("java.lang.Object#1"));
    Candidate candidate =
        new Candidate(
            "C4",
            Candidate.Kind.FUTURE,
            false,
            "com.acme.Cache.size",
            "com/acme/Cache.size:I",
            new Occurrence("0", 1, 1),
            "Cache.java:52",
            new Occurrence("0.1", 2, 1),
            "Cache.java:44",
            new Value('I', 7, null));
    Finding finding =
        new Finding(
            "F1",
            new Failure(
                Failure.Kind.ASSERTION,
                "java.lang.AssertionError: size was 7",
                "java.lang.AssertionError",
                "0",
                "main",
                "Cache.java:60",
                null,
                List.of("com.acme.Cache.check(Cache.java:60)")),
            "future",
            "Cache.java:44 stores 7 whatever the load returned",
            List.of(Finding.Read.of(candidate, "Cache.java:44")),
            20,
            20,
            "pm replay run-0007/F1",
            "0@12=0.1,0.1@9=0",
            Map.of("inject", "C4"),
            new Finding.Slice(
                "ds+hs",
                2,
                31,
                1,
                9,
                true,
                List.of("Cache.java:52", "Cache.java:60"),
                List.of("T0  Cache.java:52  r = size", "    { r = 7 }")));
    return new RunReport(
        "hunt",
        "pm-out/run-0007",
        66,
        "17.0.15",
        List.of(
            new RaceReport(
                "R1",
                "com.acme.Cache.size",
                RaceReport.Kind.FIELD,
                "com/acme/Cache.size:I",
                "int",
                12,
                write,
                read,
                new RaceReport.RacyObject(
                    "com.acme.Cache#1", -1, "0", List.of("com.acme.Main.main(Main.java:4)")),
                List.of(
                    new RaceReport.ThreadStart(
                        "0.1", "loader", "0", List.of("com.acme.Main.main(Main.java:5)"))),
                "",
                false)),
        List.of(new RunReport.Tried(candidate, RunReport.Verdict.VALIDATED)),
        List.of(finding),
        List.of(new RunReport.Discarded("thin-air", List.of("C9"), "its own only reason")),
        new RunReport.Explored(1240, "p and random; systematic", 2, true),
        new TreeMap<>(Map.of("classesWoven", 12L, "dropped", 0L)),
        "not run",
        List.of("output is not compared."));
  }
}
