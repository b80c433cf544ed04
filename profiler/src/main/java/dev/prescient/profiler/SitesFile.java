package dev.prescient.profiler;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.prescient.agent.site.Site;
import dev.prescient.profiler.json.JsonFiles;
import dev.prescient.profiler.json.JsonFormatException;
import dev.prescient.profiler.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** {@code sites.json}: the places in bytecode that a run's files speak of, by their hashes. */
public final class SitesFile {
  /** The file's name in a run folder. */
  public static final String NAME = "sites.json";

  private static final String SCHEMA = "prescient/sites/1";

  private SitesFile() {}

  /** Writes the file, whole or not at all. */
  public static void write(Path file, List<Site> sites) throws IOException {
    JsonFiles.write(
        file,
        new JsonFiles.Body() { // not a lambda: each takes the end of every run a millisecond
          @Override
          public void write(JsonGenerator out) throws IOException {
            out.writeStartObject();
            out.writeStringField("schema", SCHEMA);
            out.writeArrayFieldStart("sites");
            for (Site s : sites) {
              site(out, s);
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
  public static List<Site> read(Path file) throws IOException {
    return JsonFiles.read(file, SCHEMA).objects("sites", SitesFile::site);
  }

  private static void site(JsonGenerator out, Site site) throws IOException {
    out.writeStartObject();
    out.writeStringField("hash", JsonFiles.hex(site.hash()));
    out.writeStringField("class", site.className());
    out.writeStringField("method", site.method());
    out.writeStringField("descriptor", site.descriptor());
    out.writeNumberField("index", site.index());
    out.writeNumberField("line", site.line());
    JsonFiles.optional(out, "file", site.file());
    JsonFiles.optional(out, "detail", site.detail());
    out.writeEndObject();
  }

  private static Site site(JsonObject in) throws JsonFormatException {
    return new Site(
        in.hash("hash"),
        in.text("class"),
        in.text("method"),
        in.text("descriptor"),
        in.integer("index", -1, 65535),
        in.integer("line", -1, 65535),
        in.textOrNull("file"),
        in.textOrNull("detail"));
  }
}
