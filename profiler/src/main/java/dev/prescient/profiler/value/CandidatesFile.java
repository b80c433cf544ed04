package dev.prescient.profiler.value;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.prescient.profiler.json.JsonFiles;
import dev.prescient.profiler.json.JsonFormatException;
import dev.prescient.profiler.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code candidates.json}: the values that a run's racy loads might have returned, by rank. */
public final class CandidatesFile {
  /** The file's name in a run folder. */
  public static final String NAME = "candidates.json";

  private static final String SCHEMA = "prescient/candidates/1";

  private CandidatesFile() {}

  /** Writes the file, whole or not at all. */
  public static void write(Path file, List<Candidate> candidates) throws IOException {
    JsonFiles.write(
        file,
        out -> {
          out.writeStartObject();
          out.writeStringField("schema", SCHEMA);
          JsonFiles.array(out, "candidates", candidates, CandidatesFile::candidate);
          out.writeEndObject();
        });
  }

  /**
   * Reads the file.
   *
   * @throws JsonFormatException if it is not what {@link #write} writes
   */
  public static List<Candidate> read(Path file) throws IOException {
    return JsonFiles.read(file, SCHEMA).objects("candidates", CandidatesFile::candidate);
  }

  /** Writes one candidate as an object. */
  public static void candidate(JsonGenerator out, Candidate c) throws IOException {
    out.writeStartObject();
    out.writeStringField("id", c.id());
    out.writeStringField("kind", JsonObject.lower(c.kind()));
    out.writeBooleanField("hold", c.hold());
    out.writeStringField("variable", c.variable());
    out.writeStringField("declaration", c.declaration());
    occurrence(out, "load", c.load());
    out.writeStringField("loadSite", c.loadSite());
    occurrence(out, "store", c.store());
    out.writeStringField("storeSite", c.storeSite());
    value(out, c.value());
    out.writeEndObject();
  }

  /** Reads one candidate. */
  public static Candidate candidate(JsonObject in) throws JsonFormatException {
    return new Candidate(
        in.text("id"),
        in.oneOf("kind", Candidate.Kind.class, JsonObject::lower),
        in.flag("hold"),
        in.text("variable"),
        in.text("declaration"),
        occurrence(in.object("load")),
        in.text("loadSite"),
        in.objectOrNull("store", CandidatesFile::occurrence),
        in.text("storeSite"),
        value(in.object("value")));
  }

  /** Writes a field that holds an occurrence, or null. */
  public static void occurrence(JsonGenerator out, String name, @Nullable Occurrence o)
      throws IOException {
    if (o == null) {
      out.writeNullField(name);
      return;
    }
    out.writeFieldName(name);
    occurrence(out, o);
  }

  /** Writes an occurrence as an object. */
  public static void occurrence(JsonGenerator out, Occurrence o) throws IOException {
    out.writeStartObject();
    out.writeStringField("thread", o.thread());
    out.writeStringField("site", JsonFiles.hex(o.site()));
    out.writeNumberField("n", o.n());
    out.writeEndObject();
  }

  /** Reads an occurrence. */
  public static Occurrence occurrence(JsonObject in) throws JsonFormatException {
    return new Occurrence(
        in.thread("thread"), in.hash("site"), in.integer("n", 1, Integer.MAX_VALUE));
  }

  private static void value(JsonGenerator out, Value v) throws IOException {
    out.writeObjectFieldStart("value");
    out.writeStringField("type", String.valueOf(v.type()));
    out.writeNumberField("bits", v.bits());
    JsonFiles.optional(out, "reference", v.reference());
    out.writeStringField("text", v.text());
    out.writeEndObject();
  }

  private enum Type {
    Z,
    B,
    C,
    S,
    I,
    J,
    F,
    D,
    L
  }

  private static Value value(JsonObject in) throws JsonFormatException {
    return new Value(
        in.oneOf("type", Type.class, Type::name).name().charAt(0),
        in.number("bits"),
        in.textOrNull("reference"));
  }
}
