package dev.prescient.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.prescient.profiler.race.RaceReport;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SarifReportTest {
  @TempDir private Path project;

  @Test
  void sarif_everything_isValid_andAsInTheGoldenFile() throws IOException {
    Path source = project.resolve("app/src/main/java/com/acme/Cache.java");
    Files.createDirectories(source.getParent());
    Files.createFile(source);
    String sarif = sarif(ReportTest.FULL);
    assertThat(invalid(sarif)).isEmpty();
    String shown =
        sarif
            .replace(project.toUri().toString(), "file:///project/")
            .replaceAll("by: .*? replay .*?/run-0007/F1", "by: pm replay run-0007/F1");
    Path golden = Path.of("src/test/resources/golden/report.sarif");
    if (Boolean.getBoolean("golden.rewrite")) {
      Files.writeString(golden, shown);
    }
    assertThat(shown).isEqualTo(Files.readString(golden));
  }

  @Test
  void sarif_ofSuppressedKnownAndStrangeRaces_isValid() throws IOException {
    RaceReport r = ReportTest.FULL.races().get(0);
    RunReport report =
        ReportTest.FULL.withRaces(
            List.of(
                r.judged("a counter", false),
                r.judged("@BenignRace on com.acme.Cache", false),
                r.judged("", true),
                new RaceReport(
                    "R4",
                    "long[](x) \u001b \\",
                    RaceReport.Kind.ARRAY,
                    "[J",
                    "long",
                    1,
                    r.first(),
                    r.second(),
                    null,
                    List.of(),
                    "",
                    false)));
    String sarif = sarif(report);
    assertThat(invalid(sarif)).isEmpty();
    assertThat(sarif)
        .contains("\"kind\" : \"external\"", "\"kind\" : \"inSource\"")
        .contains("\"baselineState\" : \"unchanged\"", "\"baselineState\" : \"new\"")
        .contains("long\\\\[\\\\](x) \\\\\\\\u001b");
  }

  @Test
  void sarif_ofNothing_isValid() throws IOException {
    RunReport nothing =
        new RunReport(
            "race", "run", 0, "17", List.of(), List.of(), List.of(), List.of(), null, Map.of(),
            "passed", List.of());
    assertThat(invalid(sarif(nothing))).isEmpty();
  }

  private String sarif(RunReport report) throws IOException {
    StringWriter out = new StringWriter();
    SarifReport.of(report, project).write(out);
    return out.toString();
  }

  /** What the official schema says against a log. */
  static List<String> invalid(String sarif) throws IOException {
    try (InputStream in =
        SarifReportTest.class.getResourceAsStream("/schema/sarif-schema-2.1.0.json")) {
      JsonSchema schema =
          JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V7)
              .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      return schema.validate(sarif, InputFormat.JSON).stream().map(Object::toString).toList();
    }
  }

  @Test
  void schema_refusesWhatIsNoLog() throws IOException {
    assertThat(invalid("{\"version\": \"2.1.0\", \"runs\": [{\"results\": 1}]}")).isNotEmpty();
  }
}
