package dev.prescient.profiler;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.prescient.agent.AgentContext;
import dev.prescient.agent.AgentOption;
import dev.prescient.profiler.json.JsonFiles;
import dev.prescient.profiler.json.JsonFormatException;
import dev.prescient.profiler.json.JsonObject;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.race.FastTrack;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code agent.json}: what the agent of one JVM did.
 *
 * @param mode the value of the option {@code mode}
 * @param jdk the JVM's {@code java.runtime.version}
 * @param status exit status of the program, before the agent's own {@code exitcode}
 * @param durationMs from the start of the agent to the end of the program
 * @param options by key, with where each came from
 * @param counts what was woven, skipped, dropped, …
 * @param notes what a reader of the report must know, in whole sentences
 */
public record AgentFile(
    String mode,
    String jdk,
    int status,
    long durationMs,
    Map<String, Option> options,
    Map<String, Long> counts,
    List<String> notes) {
  /** The file's name in a run folder. */
  public static final String NAME = "agent.json";

  private static final String SCHEMA = "prescient/agent/1";

  /**
   * An option as it was in force.
   *
   * @param value as text
   * @param origin agent, PM_OPTIONS, a file, or default
   */
  public record Option(String value, String origin) {}

  /** What can be told about this JVM. */
  public static AgentFile of(
      AgentContext context, int status, long durationMs, List<String> notes) {
    Map<String, Option> options = new LinkedHashMap<>();
    for (AgentOption k : AgentOption.values()) {
      options.put(k.text, new Option(context.options().text(k), context.options().origin(k)));
    }
    return new AgentFile(
        context.options().mode(),
        System.getProperty("java.runtime.version", "unknown"),
        status,
        durationMs,
        options,
        counts(context),
        notes);
  }

  /** What the agent counted, and what the runtime left out. */
  public static Map<String, Long> counts(AgentContext context) {
    Map<String, Long> counts = new TreeMap<>(context.counts().all());
    put(counts, "threadIdsForced", ThreadState.forcedIds());
    put(counts, "checksLost", FastTrack.lostChecks());
    put(counts, "detectorFailures", FastTrack.failure() == null ? 0 : 1);
    return counts;
  }

  private static void put(Map<String, Long> counts, String name, long n) {
    if (n > 0) {
      counts.put(name, n);
    }
  }

  /** Writes the file, whole or not at all. */
  public static void write(Path file, AgentFile agent) throws IOException {
    JsonFiles.write(
        file,
        new JsonFiles.Body() { // not a lambda: each takes the end of every run a millisecond
          @Override
          public void write(JsonGenerator out) throws IOException {
            agent.write(out);
          }
        });
  }

  private void write(JsonGenerator out) throws IOException {
    out.writeStartObject();
    out.writeStringField("schema", SCHEMA);
    out.writeStringField("mode", mode);
    out.writeStringField("jdk", jdk);
    out.writeNumberField("status", status);
    out.writeNumberField("durationMs", durationMs);
    out.writeObjectFieldStart("options");
    for (Map.Entry<String, Option> e : options.entrySet()) {
      out.writeObjectFieldStart(e.getKey());
      out.writeStringField("value", e.getValue().value());
      out.writeStringField("origin", e.getValue().origin());
      out.writeEndObject();
    }
    out.writeEndObject();
    JsonFiles.numbers(out, "counts", counts);
    JsonFiles.strings(out, "notes", notes);
    out.writeEndObject();
  }

  /**
   * Reads the file.
   *
   * @throws JsonFormatException if it is not what {@link #write} writes
   */
  public static AgentFile read(Path file) throws IOException {
    JsonObject in = JsonFiles.read(file, SCHEMA);
    Map<String, Option> options = new LinkedHashMap<>();
    JsonObject read = in.object("options");
    for (String key : read.names()) {
      JsonObject option = read.object(key);
      options.put(key, new Option(option.text("value"), option.text("origin")));
    }
    return new AgentFile(
        in.text("mode"),
        in.text("jdk"),
        in.integer("status", Integer.MIN_VALUE, Integer.MAX_VALUE),
        in.number("durationMs", 0, Long.MAX_VALUE),
        options,
        in.numbers("counts"),
        in.strings("notes"));
  }
}
