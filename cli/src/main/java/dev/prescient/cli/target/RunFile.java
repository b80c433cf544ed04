package dev.prescient.cli.target;

import dev.prescient.profiler.AgentFile;
import dev.prescient.profiler.json.JsonFiles;
import dev.prescient.profiler.json.JsonFormatException;
import dev.prescient.profiler.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code run.json}: what a verb was asked to do and how it ended; written at the start with exit
 * -1, and again at the end.
 *
 * @param verb of the command line
 * @param java the java executable
 * @param arguments what java was given, sources compiled
 * @param workingFolder of the program
 * @param assertions whether controlled runs get {@code -ea}
 * @param jdk version of the program's JDK
 * @param os name, version and architecture
 * @param started ISO 8601, UTC
 * @param options by key, with where each came from
 * @param counts as in the report
 * @param durationMs of the verb
 * @param exit its status; -1 while it runs or if it was killed
 * @param programStatus of the program where the verb runs it once; -1 if unknown
 */
public record RunFile(
    String verb,
    String java,
    List<String> arguments,
    String workingFolder,
    boolean assertions,
    String jdk,
    String os,
    String started,
    Map<String, AgentFile.Option> options,
    Map<String, Long> counts,
    long durationMs,
    int exit,
    int programStatus) {
  /** The file's name in a run folder. */
  public static final String NAME = "run.json";

  private static final String SCHEMA = "prescient/run-file/1";

  /** The program, as it can be started again. */
  public Program program() {
    return new Program(Path.of(java), arguments, Path.of(workingFolder));
  }

  /** As it is, at its end. */
  public RunFile ended(
      Map<String, Long> newCounts, long newDurationMs, int newExit, int newProgramStatus) {
    return new RunFile(
        verb,
        java,
        arguments,
        workingFolder,
        assertions,
        jdk,
        os,
        started,
        options,
        newCounts,
        newDurationMs,
        newExit,
        newProgramStatus);
  }

  /** Writes the file, whole or not at all. */
  public static void write(Path file, RunFile run) throws IOException {
    JsonFiles.write(
        file,
        out -> {
          out.writeStartObject();
          out.writeStringField("schema", SCHEMA);
          out.writeStringField("command", run.verb());
          out.writeStringField("java", run.java());
          JsonFiles.strings(out, "arguments", run.arguments());
          out.writeStringField("workingFolder", run.workingFolder());
          out.writeBooleanField("assertions", run.assertions());
          out.writeStringField("jdk", run.jdk());
          out.writeStringField("os", run.os());
          out.writeStringField("started", run.started());
          out.writeObjectFieldStart("options");
          for (Map.Entry<String, AgentFile.Option> e : run.options().entrySet()) {
            out.writeObjectFieldStart(e.getKey());
            out.writeStringField("value", e.getValue().value());
            out.writeStringField("origin", e.getValue().origin());
            out.writeEndObject();
          }
          out.writeEndObject();
          JsonFiles.numbers(out, "counts", run.counts());
          out.writeNumberField("durationMs", run.durationMs());
          out.writeNumberField("exit", run.exit());
          out.writeNumberField("programStatus", run.programStatus());
          out.writeEndObject();
        });
  }

  /**
   * Reads the file.
   *
   * @throws JsonFormatException if it is not what {@link #write} writes
   */
  public static RunFile read(Path file) throws IOException {
    JsonObject in = JsonFiles.read(file, SCHEMA);
    Map<String, AgentFile.Option> options = new LinkedHashMap<>();
    JsonObject read = in.object("options");
    for (String key : read.names()) {
      JsonObject option = read.object(key);
      options.put(key, new AgentFile.Option(option.text("value"), option.text("origin")));
    }
    return new RunFile(
        in.text("command"),
        in.text("java"),
        in.strings("arguments"),
        in.text("workingFolder"),
        in.flag("assertions"),
        in.text("jdk"),
        in.text("os"),
        in.text("started"),
        options,
        in.numbers("counts"),
        in.number("durationMs", 0, Long.MAX_VALUE),
        in.integer("exit", -1, 255),
        in.integer("programStatus", Integer.MIN_VALUE, Integer.MAX_VALUE));
  }
}
