package dev.prescient.cli.hunt;

import dev.prescient.profiler.json.JsonFiles;
import dev.prescient.profiler.json.JsonFormatException;
import dev.prescient.profiler.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** {@code oracles.json}: how a run's failures were told, so that a replay tells them alike. */
public final class OraclesFile {
  /** The file's name in a run folder. */
  public static final String NAME = "oracles.json";

  private static final String SCHEMA = "prescient/oracles/1";

  private OraclesFile() {}

  /** Writes the file, whole or not at all. */
  public static void write(Path file, Oracles o) throws IOException {
    JsonFiles.write(
        file,
        out -> {
          out.writeStartObject();
          out.writeStringField("schema", SCHEMA);
          JsonFiles.strings(
              out, "okExits", new TreeSet<>(o.okExits()).stream().map(String::valueOf).toList());
          JsonFiles.optional(out, "failOn", o.failOn() == null ? null : o.failOn().pattern());
          JsonFiles.optional(out, "command", o.command());
          out.writeBooleanField("output", o.output());
          Oracles.Baseline b = o.baseline();
          if (b != null) {
            out.writeObjectFieldStart("baseline");
            out.writeNumberField("status", b.status());
            out.writeStringField("stdout", o.output() ? b.stdout() : "");
            out.writeEndObject();
          }
          out.writeEndObject();
        });
  }

  /** Reads a run folder's; only the absolute oracles if it has none. */
  public static Oracles read(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      return new Oracles(Set.of(), null, null, false, null);
    }
    JsonObject in = JsonFiles.read(file, SCHEMA);
    Set<Integer> okExits = new TreeSet<>();
    try {
      in.strings("okExits").forEach(s -> okExits.add(Integer.valueOf(s)));
      String failOn = in.textOrNull("failOn");
      return new Oracles(
          okExits,
          failOn == null ? null : Pattern.compile(failOn),
          in.textOrNull("command"),
          in.flag("output"),
          in.objectOrNull(
              "baseline",
              b ->
                  new Oracles.Baseline(
                      b.integer("status", Integer.MIN_VALUE, Integer.MAX_VALUE),
                      b.text("stdout"))));
    } catch (NumberFormatException | PatternSyntaxException e) {
      throw new JsonFormatException(file + ": expected numbers and a pattern: " + e.getMessage());
    }
  }
}
