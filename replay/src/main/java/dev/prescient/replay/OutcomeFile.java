package dev.prescient.replay;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.prescient.profiler.json.JsonFiles;
import dev.prescient.profiler.json.JsonFormatException;
import dev.prescient.profiler.json.JsonObject;
import dev.prescient.profiler.value.CandidatesFile;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** {@code outcome.json}: what came of one controlled run. */
public final class OutcomeFile {
  /** The file's name in a run folder. */
  public static final String NAME = "outcome.json";

  private static final String SCHEMA = "prescient/outcome/1";

  private OutcomeFile() {}

  /** Writes the file, whole or not at all. */
  public static void write(Path file, Outcome outcome) throws IOException {
    JsonFiles.write(
        file,
        out -> {
          out.writeStartObject();
          out.writeStringField("schema", SCHEMA);
          out.writeNumberField("status", outcome.status());
          JsonFiles.array(out, "failures", outcome.failures(), OutcomeFile::failure);
          JsonFiles.array(out, "injections", outcome.injections(), OutcomeFile::injected);
          divergence(out, outcome.divergence());
          out.writeNumberField("points", outcome.points());
          out.writeNumberField("choices", outcome.choices());
          out.writeNumberField("preemptions", outcome.preemptions());
          out.writeStringField("hash", JsonFiles.hex(outcome.hash()));
          out.writeBooleanField("exhausted", outcome.exhausted());
          JsonFiles.numbers(out, "counts", outcome.counts());
          out.writeEndObject();
        });
  }

  /**
   * Reads the file.
   *
   * @throws JsonFormatException if it is not what {@link #write} writes
   */
  public static Outcome read(Path file) throws IOException {
    JsonObject in = JsonFiles.read(file, SCHEMA);
    return new Outcome(
        in.integer("status", Integer.MIN_VALUE, Integer.MAX_VALUE),
        in.objects("failures", OutcomeFile::failure),
        in.objects("injections", OutcomeFile::injected),
        in.objectOrNull("divergence", OutcomeFile::divergence),
        in.number("points", 0, Long.MAX_VALUE),
        in.number("choices", 0, Long.MAX_VALUE),
        in.integer("preemptions", 0, Integer.MAX_VALUE),
        in.hash("hash"),
        in.flag("exhausted"),
        in.numbers("counts"));
  }

  /** Writes a failure as an object. */
  public static void failure(JsonGenerator out, Failure failure) throws IOException {
    out.writeStartObject();
    out.writeStringField("kind", failure.kind().text);
    out.writeStringField("reason", failure.reason());
    JsonFiles.optional(out, "exception", failure.exception());
    out.writeStringField("thread", failure.thread());
    out.writeStringField("threadName", failure.threadName());
    out.writeStringField("site", failure.site());
    JsonFiles.optional(out, "variable", failure.variable());
    JsonFiles.strings(out, "stack", failure.stack());
    out.writeEndObject();
  }

  /** Reads a failure. */
  public static Failure failure(JsonObject in) throws JsonFormatException {
    return new Failure(
        in.oneOf("kind", Failure.Kind.class, k -> k.text),
        in.text("reason"),
        in.textOrNull("exception"),
        in.text("thread"),
        in.text("threadName"),
        in.text("site"),
        in.textOrNull("variable"),
        in.strings("stack"));
  }

  private static void injected(JsonGenerator out, Outcome.Injected injected) throws IOException {
    out.writeStartObject();
    out.writeStringField("candidate", injected.candidate());
    out.writeStringField("fate", injected.fate().text);
    out.writeStringField("seen", injected.seen());
    CandidatesFile.occurrence(out, "validatedBy", injected.validatedBy());
    out.writeStringField("validatedAt", injected.validatedAt());
    out.writeBooleanField("guessed", injected.guessed());
    JsonFiles.array(out, "outputBefore", injected.outputBefore(), CandidatesFile::occurrence);
    out.writeEndObject();
  }

  private static Outcome.Injected injected(JsonObject in) throws JsonFormatException {
    return new Outcome.Injected(
        in.text("candidate"),
        in.oneOf("fate", Outcome.Fate.class, f -> f.text),
        in.text("seen"),
        in.objectOrNull("validatedBy", CandidatesFile::occurrence),
        in.text("validatedAt"),
        in.flag("guessed"),
        in.objects("outputBefore", CandidatesFile::occurrence));
  }

  private static void divergence(JsonGenerator out, @Nullable Divergence d) throws IOException {
    if (d == null) {
      out.writeNullField("divergence");
      return;
    }
    out.writeObjectFieldStart("divergence");
    out.writeNumberField("index", d.index());
    out.writeStringField("thread", d.thread());
    out.writeStringField("site", d.site());
    out.writeStringField("expected", d.expected());
    out.writeStringField("found", d.found());
    out.writeEndObject();
  }

  private static Divergence divergence(JsonObject in) throws JsonFormatException {
    return new Divergence(
        in.number("index", 0, Long.MAX_VALUE),
        in.text("thread"),
        in.text("site"),
        in.text("expected"),
        in.text("found"));
  }
}
