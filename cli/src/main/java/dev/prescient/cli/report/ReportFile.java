package dev.prescient.cli.report;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.prescient.cli.report.RunReport.Discarded;
import dev.prescient.cli.report.RunReport.Explored;
import dev.prescient.cli.report.RunReport.Tried;
import dev.prescient.cli.report.RunReport.Verdict;
import dev.prescient.profiler.json.JsonFiles;
import dev.prescient.profiler.json.JsonFormatException;
import dev.prescient.profiler.json.JsonObject;
import dev.prescient.profiler.race.RacesFile;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.CandidatesFile;
import dev.prescient.replay.OutcomeFile;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code report.json}, which {@code --json} prints: schema {@code prescient/run/1}, described by
 * {@code docs/schema/run-1.json}. Fields are only added within a version.
 */
public final class ReportFile {
  /** The file's name in a run folder. */
  public static final String NAME = "report.json";

  /** A failure's file in its folder. */
  public static final String FAILURE = "failure.json";

  private static final String SCHEMA = "prescient/run/1";
  private static final String FAILURE_SCHEMA = "prescient/failure/1";

  private ReportFile() {}

  /** Writes the file, whole or not at all. */
  public static void write(Path file, RunReport report) throws IOException {
    JsonFiles.write(file, out -> report(out, report));
  }

  /** Writes the document. */
  public static void write(Writer writer, RunReport report) throws IOException {
    JsonFiles.write(writer, out -> report(out, report));
  }

  /**
   * Reads the file.
   *
   * @throws JsonFormatException if it is not what {@link #write} writes
   */
  public static RunReport read(Path file) throws IOException {
    JsonObject in = JsonFiles.read(file, SCHEMA);
    return new RunReport(
        in.text("command"),
        in.text("run"),
        in.integer("exit", 0, 255),
        in.text("jdk"),
        RacesFile.races(in),
        in.objects("candidates", ReportFile::tried),
        in.objects("failures", ReportFile::finding),
        in.objects(
            "discarded",
            d -> new Discarded(d.text("class"), d.strings("candidates"), d.text("reason"))),
        in.objectOrNull("explored", ReportFile::explored),
        in.object("counts").numbersOnly(),
        in.object("counts").text("canary"),
        in.strings("notes"));
  }

  private static void report(JsonGenerator out, RunReport r) throws IOException {
    out.writeStartObject();
    out.writeStringField("schema", SCHEMA);
    out.writeStringField("command", r.command());
    out.writeStringField("run", r.run());
    out.writeNumberField("exit", r.exit());
    out.writeStringField("jdk", r.jdk());
    JsonFiles.array(out, "races", r.races(), RacesFile::race);
    JsonFiles.array(out, "candidates", r.candidates(), ReportFile::tried);
    JsonFiles.array(
        out,
        "failures",
        r.failures(),
        (o, f) -> {
          o.writeStartObject();
          finding(o, f);
          o.writeEndObject();
        });
    JsonFiles.array(out, "discarded", r.discarded(), ReportFile::discarded);
    explored(out, r.explored());
    out.writeObjectFieldStart("counts");
    for (Map.Entry<String, Long> e : r.counts().entrySet()) {
      out.writeNumberField(e.getKey(), e.getValue());
    }
    out.writeStringField("canary", r.canary());
    out.writeEndObject();
    JsonFiles.strings(out, "notes", r.notes());
    out.writeEndObject();
  }

  private static void tried(JsonGenerator out, Tried t) throws IOException {
    Candidate c = t.candidate();
    out.writeStartObject();
    out.writeStringField("id", c.id());
    out.writeStringField("kind", JsonObject.lower(c.kind()));
    out.writeStringField("load", c.loadSite());
    out.writeStringField("store", c.storeSite());
    out.writeStringField("variable", c.variable());
    out.writeStringField("value", c.value().text());
    out.writeStringField("verdict", JsonObject.lower(t.verdict()));
    out.writeFieldName("candidate");
    CandidatesFile.candidate(out, c);
    out.writeEndObject();
  }

  private static Tried tried(JsonObject in) throws JsonFormatException {
    return new Tried(
        CandidatesFile.candidate(in.object("candidate")),
        in.oneOf("verdict", Verdict.class, JsonObject::lower));
  }

  private static void discarded(JsonGenerator out, Discarded d) throws IOException {
    out.writeStartObject();
    out.writeStringField("class", d.memoryClass());
    JsonFiles.strings(out, "candidates", d.candidates());
    out.writeStringField("reason", d.reason());
    out.writeEndObject();
  }

  private static void explored(JsonGenerator out, @Nullable Explored e) throws IOException {
    if (e == null) {
      out.writeNullField("explored");
      return;
    }
    out.writeObjectFieldStart("explored");
    out.writeNumberField("schedules", e.schedules());
    out.writeStringField("strategy", e.strategy());
    out.writeNumberField("bound", e.bound());
    out.writeBooleanField("exhausted", e.exhausted());
    out.writeEndObject();
  }

  private static Explored explored(JsonObject in) throws JsonFormatException {
    return new Explored(
        in.number("schedules", 0, Long.MAX_VALUE),
        in.text("strategy"),
        in.integer("bound", -1, Integer.MAX_VALUE),
        in.flag("exhausted"));
  }

  /** Writes {@code failure.json}, whole or not at all. */
  public static void writeFailure(Path file, Finding f) throws IOException {
    JsonFiles.write(file, out -> failure(out, f));
  }

  /** Writes a failure as a document. */
  public static void write(Writer writer, Finding f) throws IOException {
    JsonFiles.write(writer, out -> failure(out, f));
  }

  private static void failure(JsonGenerator out, Finding f) throws IOException {
    out.writeStartObject();
    out.writeStringField("schema", FAILURE_SCHEMA);
    finding(out, f);
    out.writeEndObject();
  }

  /** Reads {@code failure.json}. */
  public static Finding readFailure(Path file) throws IOException {
    return finding(JsonFiles.read(file, FAILURE_SCHEMA));
  }

  private static void finding(JsonGenerator out, Finding f) throws IOException {
    out.writeStringField("id", f.id());
    out.writeStringField("kind", f.failure().kind().text);
    out.writeStringField("class", f.memoryClass());
    out.writeStringField("why", f.why());
    out.writeStringField("reason", f.failure().reason());
    JsonFiles.optional(out, "exception", f.failure().exception());
    out.writeStringField("thread", f.failure().thread());
    out.writeStringField("site", f.failure().site());
    Finding.Read first = f.reads().isEmpty() ? null : f.reads().get(0);
    JsonFiles.optional(out, "variable", first == null ? f.failure().variable() : first.variable());
    JsonFiles.optional(out, "value", first == null ? null : first.value());
    JsonFiles.optional(out, "load", first == null ? null : first.load());
    JsonFiles.optional(out, "store", first == null ? null : first.store());
    JsonFiles.array(out, "reads", f.reads(), ReportFile::read);
    out.writeFieldName("failure");
    OutcomeFile.failure(out, f.failure());
    out.writeObjectFieldStart("reproduced");
    out.writeNumberField("hits", f.hits());
    out.writeNumberField("of", f.of());
    out.writeEndObject();
    out.writeStringField("command", f.command());
    out.writeStringField("schedule", f.schedule());
    out.writeObjectFieldStart("options");
    for (Map.Entry<String, String> e : f.options().entrySet()) {
      out.writeStringField(e.getKey(), e.getValue());
    }
    out.writeEndObject();
    slice(out, f.slice());
  }

  private static Finding finding(JsonObject in) throws JsonFormatException {
    Map<String, String> options = new LinkedHashMap<>();
    JsonObject read = in.object("options");
    for (String key : read.names()) {
      options.put(key, read.text(key));
    }
    JsonObject reproduced = in.object("reproduced");
    return new Finding(
        in.text("id"),
        OutcomeFile.failure(in.object("failure")),
        in.text("class"),
        in.text("why"),
        in.objects("reads", ReportFile::read),
        reproduced.integer("hits", 0, Integer.MAX_VALUE),
        reproduced.integer("of", 0, Integer.MAX_VALUE),
        in.text("command"),
        in.has("schedule") ? in.text("schedule") : "", // reports of 0.1's first builds have none
        options,
        in.objectOrNull("slice", ReportFile::slice));
  }

  private static void read(JsonGenerator out, Finding.Read r) throws IOException {
    out.writeStartObject();
    out.writeStringField("candidate", r.candidate());
    out.writeStringField("kind", JsonObject.lower(r.kind()));
    out.writeStringField("variable", r.variable());
    out.writeStringField("thread", r.thread());
    out.writeStringField("load", r.load());
    out.writeStringField("value", r.value());
    out.writeStringField("store", r.store());
    out.writeEndObject();
  }

  private static Finding.Read read(JsonObject in) throws JsonFormatException {
    return new Finding.Read(
        in.text("candidate"),
        in.oneOf("kind", Candidate.Kind.class, JsonObject::lower),
        in.text("variable"),
        in.thread("thread"),
        in.text("load"),
        in.text("value"),
        in.text("store"));
  }

  private static void slice(JsonGenerator out, Finding.@Nullable Slice s) throws IOException {
    if (s == null) {
      out.writeNullField("slice");
      return;
    }
    out.writeObjectFieldStart("slice");
    out.writeStringField("encoding", s.encoding());
    out.writeNumberField("statements", s.statements());
    out.writeNumberField("ofStatements", s.ofStatements());
    out.writeNumberField("variables", s.variables());
    out.writeNumberField("ofVariables", s.ofVariables());
    out.writeBooleanField("certified", s.certified());
    JsonFiles.strings(out, "lines", s.lines());
    JsonFiles.strings(out, "text", s.text());
    out.writeEndObject();
  }

  private static Finding.Slice slice(JsonObject in) throws JsonFormatException {
    return new Finding.Slice(
        in.text("encoding"),
        in.integer("statements", 0, Integer.MAX_VALUE),
        in.integer("ofStatements", 0, Integer.MAX_VALUE),
        in.integer("variables", 0, Integer.MAX_VALUE),
        in.integer("ofVariables", 0, Integer.MAX_VALUE),
        in.flag("certified"),
        in.strings("lines"),
        in.strings("text"));
  }

  /** Candidates alone, as a run folder's {@code candidates.json} holds them. */
  public static List<Candidate> candidates(RunReport report) {
    List<Candidate> all = new ArrayList<>();
    report.candidates().forEach(t -> all.add(t.candidate()));
    return all;
  }
}
