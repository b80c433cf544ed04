package dev.prescient.profiler.race;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.prescient.profiler.json.JsonFiles;
import dev.prescient.profiler.json.JsonFormatException;
import dev.prescient.profiler.json.JsonObject;
import dev.prescient.profiler.race.RaceReport.RacyObject;
import dev.prescient.profiler.race.RaceReport.ThreadStart;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code races.json}: the races of a run. */
public final class RacesFile {
  /** The file's name in a run folder. */
  public static final String NAME = "races.json";

  static final String SCHEMA = "prescient/races/1";

  /** Schema of {@code report.json}, which holds races in the same form. */
  public static final String REPORT_SCHEMA = "prescient/run/1";

  private RacesFile() {}

  /** Writes the file, whole or not at all. */
  public static void write(Path file, List<RaceReport> races) throws IOException {
    JsonFiles.write(
        file,
        new JsonFiles.Body() { // not a lambda: each takes the end of every run a millisecond
          @Override
          public void write(JsonGenerator out) throws IOException {
            out.writeStartObject();
            out.writeStringField("schema", SCHEMA);
            out.writeArrayFieldStart("races");
            for (RaceReport r : races) {
              race(out, r);
            }
            out.writeEndArray();
            out.writeEndObject();
          }
        });
  }

  /**
   * Reads the file.
   *
   * @throws JsonFormatException if it is not what {@link #write} writes
   */
  public static List<RaceReport> read(Path file) throws IOException {
    return races(JsonFiles.read(file, SCHEMA));
  }

  /** Reads the field {@code races} of an object. */
  public static List<RaceReport> races(JsonObject in) throws JsonFormatException {
    return in.objects("races", RacesFile::race);
  }

  /** Writes one race as an object, as in {@code --json}. */
  public static void race(JsonGenerator out, RaceReport race) throws IOException {
    out.writeStartObject();
    out.writeStringField("id", race.id());
    out.writeStringField("variable", race.variable());
    out.writeStringField("kind", JsonObject.lower(race.kind()));
    out.writeStringField("declaration", race.declaration());
    out.writeStringField("type", race.type());
    out.writeNumberField("count", race.count());
    access(out, "first", race.first());
    access(out, "second", race.second());
    object(out, race.object());
    JsonFiles.array(out, "threads", race.threads(), RacesFile::start);
    out.writeBooleanField("suppressed", race.suppressed());
    out.writeStringField("excuse", race.excuse());
    out.writeBooleanField("known", race.known());
    out.writeEndObject();
  }

  private static RaceReport race(JsonObject in) throws JsonFormatException {
    String excuse = in.text("excuse");
    return new RaceReport(
        in.text("id"),
        in.text("variable"),
        in.oneOf("kind", RaceReport.Kind.class, JsonObject::lower),
        in.text("declaration"),
        in.text("type"),
        in.number("count", 0, Long.MAX_VALUE),
        access(in.object("first")),
        access(in.object("second")),
        in.objectOrNull("object", RacesFile::object),
        in.objects("threads", RacesFile::start),
        excuse.isEmpty() && in.flag("suppressed") ? "suppressed" : excuse,
        in.flag("known"));
  }

  private static void access(JsonGenerator out, String name, Access access) throws IOException {
    out.writeObjectFieldStart(name);
    out.writeStringField("op", access.write() ? "write" : "read");
    out.writeStringField("site", access.site());
    out.writeStringField("siteHash", access.siteHash());
    out.writeStringField("method", access.method());
    out.writeStringField("thread", access.thread());
    out.writeStringField("threadName", access.threadName());
    out.writeStringField("epoch", access.epoch());
    out.writeStringField("kept", JsonObject.lower(access.kept()));
    JsonFiles.strings(out, "stack", access.stack());
    JsonFiles.strings(out, "detail", access.detail());
    JsonFiles.strings(out, "locks", access.locks());
    out.writeEndObject();
  }

  private enum Op {
    READ,
    WRITE
  }

  private static Access access(JsonObject in) throws JsonFormatException {
    return new Access(
        in.oneOf("op", Op.class, JsonObject::lower) == Op.WRITE,
        in.text("site"),
        in.text("siteHash"),
        in.text("method"),
        in.anyThread("thread"),
        in.text("threadName"),
        in.text("epoch"),
        in.oneOf("kept", Access.Kept.class, JsonObject::lower),
        in.strings("stack"),
        in.strings("detail"),
        in.strings("locks"));
  }

  private static void object(JsonGenerator out, @Nullable RacyObject o) throws IOException {
    if (o == null) {
      out.writeNullField("object");
      return;
    }
    out.writeObjectFieldStart("object");
    out.writeStringField("name", o.name());
    out.writeNumberField("index", o.index());
    out.writeStringField("allocatedBy", o.allocatedBy());
    JsonFiles.strings(out, "allocation", o.allocation());
    out.writeEndObject();
  }

  private static RacyObject object(JsonObject in) throws JsonFormatException {
    return new RacyObject(
        in.text("name"),
        in.integer("index", -1, Integer.MAX_VALUE),
        in.text("allocatedBy"),
        in.strings("allocation"));
  }

  private static void start(JsonGenerator out, ThreadStart t) throws IOException {
    out.writeStartObject();
    out.writeStringField("thread", t.thread());
    out.writeStringField("name", t.name());
    out.writeStringField("startedBy", t.startedBy());
    JsonFiles.strings(out, "stack", t.stack());
    out.writeEndObject();
  }

  private static ThreadStart start(JsonObject in) throws JsonFormatException {
    return new ThreadStart(
        in.anyThread("thread"), in.text("name"), in.text("startedBy"), in.strings("stack"));
  }
}
