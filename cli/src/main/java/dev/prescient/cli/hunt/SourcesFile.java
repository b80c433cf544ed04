package dev.prescient.cli.hunt;

import dev.prescient.profiler.json.JsonFiles;
import dev.prescient.profiler.json.JsonFormatException;
import dev.prescient.profiler.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * {@code sources.json} of a hunt: which of its runs is followed when a candidate is injected, and
 * what is injected with it.
 */
public final class SourcesFile {
  /** The file's name in a run folder. */
  public static final String NAME = "sources.json";

  private static final String SCHEMA = "prescient/sources/1";

  private SourcesFile() {}

  /**
   * A replay with injected values.
   *
   * @param run folder whose recording, races and candidates are used
   * @param inject ids of its candidates
   */
  public record Injection(Path run, List<String> inject) {}

  /** Writes the file, whole or not at all. */
  public static void write(Path folder, List<CandidateBook.Entry> entries) throws IOException {
    JsonFiles.write(
        folder.resolve(NAME),
        out -> {
          out.writeStartObject();
          out.writeStringField("schema", SCHEMA);
          JsonFiles.array(
              out,
              "candidates",
              entries,
              (o, e) -> {
                o.writeStartObject();
                o.writeStringField("id", e.candidate().id());
                o.writeStringField("run", folder.relativize(e.run()).toString());
                JsonFiles.strings(o, "with", e.with());
                o.writeEndObject();
              });
          out.writeEndObject();
        });
  }

  /**
   * The runs below a folder in which candidates are injected; none if it has no such file.
   *
   * @throws JsonFormatException if the file is not what {@link #write} writes
   */
  public static Set<Path> runs(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      return Set.of();
    }
    return JsonFiles.read(file, SCHEMA)
        .objects("candidates", (JsonObject in) -> folder.resolve(in.text("run")).normalize())
        .stream()
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * What to follow and inject for some candidates of a run; the run itself if it has no such file.
   *
   * @throws JsonFormatException if the file is not what {@link #write} writes, or leads out of the
   *     run's folder
   */
  public static Injection find(Path folder, List<String> ids) throws IOException {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      return new Injection(folder, ids);
    }
    record Source(String id, String run, List<String> with) {}
    List<Source> sources =
        JsonFiles.read(file, SCHEMA)
            .objects(
                "candidates",
                (JsonObject in) -> new Source(in.text("id"), in.text("run"), in.strings("with")));
    Path run = folder;
    List<String> inject = new ArrayList<>();
    for (Source s : sources) {
      if (ids.contains(s.id())) {
        run = folder.resolve(s.run()).normalize();
        s.with().stream().filter(w -> !inject.contains(w)).forEach(inject::add);
        inject.add(s.id());
      }
    }
    if (!run.startsWith(folder)) {
      throw new JsonFormatException(file + ": a run outside the folder: " + run + ".");
    }
    ids.stream().filter(id -> !inject.contains(id)).forEach(inject::add);
    return new Injection(run, inject);
  }
}
