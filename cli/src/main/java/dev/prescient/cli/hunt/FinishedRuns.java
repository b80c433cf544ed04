package dev.prescient.cli.hunt;

import dev.prescient.profiler.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The folders of the single runs of a verb, which may be thousands: once its report is written,
 * only those are kept into which its candidates are injected. What a failure needs is in its own.
 */
public final class FinishedRuns {
  private FinishedRuns() {}

  /**
   * Removes the others.
   *
   * @param folder of the verb, with {@code sources.json} if it has candidates
   * @param runs the folder of its runs; there may be none
   */
  public static void prune(Path folder, Path runs) throws IOException {
    if (!Files.isDirectory(runs)) {
      return;
    }
    Set<Path> kept = SourcesFile.runs(folder);
    for (Path run : list(runs)) {
      if (!kept.contains(run.normalize())) {
        RunFolder.delete(run);
      }
    }
    if (list(runs).isEmpty()) {
      Files.delete(runs);
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    }
  }
}
