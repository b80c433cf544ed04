package dev.prescient.profiler.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.prescient.profiler.json.JsonFiles;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code report.sarif}: results as a SARIF 2.1.0 log (OASIS), for code scanning. Source files are
 * relative to the folder that the program runs in.
 */
public final class SarifFile implements JsonFiles.Body {
  /** The file's name in a run folder. */
  public static final String NAME = "report.sarif";

  private static final String SCHEMA =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
  private static final String HOME = "https://prescient.dev";
  private static final String BASE = "SRCROOT";

  private final SourceRoot sources;
  private final String version;
  private final List<SarifResult> results;
  private final List<String> notes;
  private final int exit;

  /**
   * A log.
   *
   * @param version of ours
   * @param notes what was left out, in sentences
   * @param exit status of the run
   */
  public SarifFile(
      SourceRoot sources, String version, List<SarifResult> results, List<String> notes, int exit) {
    this.sources = sources;
    this.version = version;
    this.results = List.copyOf(results);
    this.notes = List.copyOf(notes);
    this.exit = exit;
  }

  /** Text in which nothing is taken for a link. */
  public static String escaped(String text) {
    return Printable.line(text).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]");
  }

  /** Writes the file, whole or not at all. */
  public void write(Path file) throws IOException {
    JsonFiles.write(file, this);
  }

  /** Writes the document. */
  public void write(Writer writer) throws IOException {
    JsonFiles.write(writer, this);
  }

  @Override
  public void write(JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("$schema", SCHEMA);
    out.writeStringField("version", "2.1.0");
    out.writeArrayFieldStart("runs");
    out.writeStartObject();
    tool(out);
    invocation(out);
    out.writeObjectFieldStart("originalUriBaseIds");
    out.writeObjectFieldStart(BASE);
    out.writeStringField("uri", sources.uri().toString());
    out.writeEndObject();
    out.writeEndObject();
    out.writeStringField("columnKind", "utf16CodeUnits");
    out.writeArrayFieldStart("results");
    for (SarifResult r : results) {
      result(out, r);
    }
    out.writeEndArray();
    out.writeEndObject();
    out.writeEndArray();
    out.writeEndObject();
  }

  private void tool(JsonGenerator out) throws IOException {
    out.writeObjectFieldStart("tool");
    out.writeObjectFieldStart("driver");
    out.writeStringField("name", "Prescient");
    out.writeStringField("version", version);
    out.writeStringField("informationUri", HOME);
    out.writeArrayFieldStart("rules");
    for (Rule rule : Rule.values()) {
      rule(out, rule);
    }
    out.writeEndArray();
    out.writeEndObject();
    out.writeEndObject();
  }

  private static void rule(JsonGenerator out, Rule rule) throws IOException {
    out.writeStartObject();
    out.writeStringField("id", rule.name());
    out.writeStringField("name", rule.title);
    message(out, "shortDescription", rule.summary);
    message(out, "fullDescription", rule.help);
    message(out, "help", rule.help);
    out.writeStringField("helpUri", HOME + "/rules/" + rule.name());
    out.writeObjectFieldStart("defaultConfiguration");
    out.writeStringField("level", rule.level);
    out.writeEndObject();
    out.writeEndObject();
  }

  private void invocation(JsonGenerator out) throws IOException {
    out.writeArrayFieldStart("invocations");
    out.writeStartObject();
    out.writeBooleanField("executionSuccessful", true);
    out.writeNumberField("exitCode", exit);
    out.writeArrayFieldStart("toolExecutionNotifications");
    for (String note : notes) {
      out.writeStartObject();
      out.writeStringField("level", "note");
      message(out, "message", escaped(note));
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeEndObject();
    out.writeEndArray();
  }

  private void result(JsonGenerator out, SarifResult r) throws IOException {
    out.writeStartObject();
    out.writeStringField("ruleId", r.rule().name());
    out.writeNumberField("ruleIndex", List.of(Rule.values()).indexOf(r.rule()));
    out.writeStringField("level", r.note() ? "note" : r.rule().level);
    message(out, "message", r.message());
    out.writeArrayFieldStart("locations");
    out.writeStartObject();
    place(out, r.place());
    out.writeEndObject();
    out.writeEndArray();
    out.writeArrayFieldStart("relatedLocations");
    int id = 1;
    for (SarifResult.Related related : r.related()) {
      out.writeStartObject();
      out.writeNumberField("id", id++);
      message(out, "message", escaped(related.text()));
      place(out, related.place());
      out.writeEndObject();
    }
    out.writeEndArray();
    if (!r.steps().isEmpty()) {
      codeFlow(out, r.steps());
    }
    JsonFiles.array(out, "stacks", r.stacks(), this::stack);
    out.writeObjectFieldStart("partialFingerprints");
    out.writeStringField("prescient/accessPair/v1", hash(r.fingerprint()));
    out.writeEndObject();
    JsonFiles.array(out, "suppressions", r.suppression().stream().toList(), SarifFile::suppression);
    if (results.stream().anyMatch(SarifResult::known)) {
      out.writeStringField("baselineState", r.known() ? "unchanged" : "new");
    }
    out.writeEndObject();
  }

  private static void suppression(JsonGenerator out, SarifResult.Suppression s) throws IOException {
    out.writeStartObject();
    out.writeStringField("kind", s.inSource() ? "inSource" : "external");
    out.writeStringField("justification", s.reason());
    out.writeEndObject();
  }

  /** The fields of a location. */
  private void place(JsonGenerator out, Frame f) throws IOException {
    if (!f.file().isEmpty() && !f.isJdk()) { // the JDK's sources are not the project's
      out.writeObjectFieldStart("physicalLocation");
      out.writeObjectFieldStart("artifactLocation");
      out.writeStringField("uri", sources.path(f));
      out.writeStringField("uriBaseId", BASE);
      out.writeEndObject();
      if (f.line() > 0) {
        out.writeObjectFieldStart("region");
        out.writeNumberField("startLine", f.line());
        out.writeEndObject();
      }
      out.writeEndObject();
    }
    if (!f.method().isEmpty()) {
      out.writeArrayFieldStart("logicalLocations");
      out.writeStartObject();
      out.writeStringField("fullyQualifiedName", f.method());
      out.writeStringField("kind", "function");
      out.writeEndObject();
      out.writeEndArray();
    }
  }

  private void codeFlow(JsonGenerator out, List<SarifResult.Step> steps) throws IOException {
    Map<String, Map<Integer, SarifResult.Step>> threads = new LinkedHashMap<>();
    for (int i = 0; i < steps.size(); i++) {
      threads
          .computeIfAbsent(steps.get(i).thread(), t -> new LinkedHashMap<>())
          .put(i + 1, steps.get(i));
    }
    out.writeArrayFieldStart("codeFlows");
    out.writeStartObject();
    out.writeArrayFieldStart("threadFlows");
    for (Map.Entry<String, Map<Integer, SarifResult.Step>> thread : threads.entrySet()) {
      out.writeStartObject();
      out.writeStringField("id", thread.getKey());
      out.writeArrayFieldStart("locations");
      for (Map.Entry<Integer, SarifResult.Step> step : thread.getValue().entrySet()) {
        out.writeStartObject();
        out.writeObjectFieldStart("location");
        message(out, "message", escaped(step.getValue().text()));
        place(out, step.getValue().place());
        out.writeEndObject();
        out.writeNumberField("executionOrder", step.getKey());
        out.writeEndObject();
      }
      out.writeEndArray();
      out.writeEndObject();
    }
    out.writeEndArray();
    out.writeEndObject();
    out.writeEndArray();
  }

  private void stack(JsonGenerator out, SarifResult.Stack s) throws IOException {
    out.writeStartObject();
    message(out, "message", escaped(s.text()));
    JsonFiles.array(
        out,
        "frames",
        s.frames(),
        (o, frame) -> {
          o.writeStartObject();
          o.writeObjectFieldStart("location");
          place(o, frame);
          o.writeEndObject();
          o.writeEndObject();
        });
    out.writeEndObject();
  }

  private static void message(JsonGenerator out, String name, @Nullable String text)
      throws IOException {
    out.writeObjectFieldStart(name);
    out.writeStringField("text", text);
    out.writeEndObject();
  }

  private static String hash(String text) {
    try {
      byte[] all =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(all, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
