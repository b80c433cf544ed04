package dev.prescient.cli.command;

import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.PmException;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/** Races of earlier runs, by the names a user gives. */
final class Races {
  private Races() {}

  /**
   * A race of a run.
   *
   * @param run the run's folder
   * @param id as reported: {@code R1}
   * @param asked how the user asked for it, for the error
   * @throws PmException if the run has no such race; says which it has
   */
  static RaceReport find(Path run, String id, String asked) throws IOException {
    Path file = run.resolve(RacesFile.NAME);
    List<RaceReport> known = Files.exists(file) ? RacesFile.read(file) : List.of();
    return known.stream()
        .filter(r -> r.id().equals(id))
        .findFirst()
        .orElseThrow(() -> unknown(run, id, asked, known));
  }

  private static PmException unknown(Path run, String id, String asked, List<RaceReport> known) {
    String ids = known.stream().map(RaceReport::id).collect(Collectors.joining(", "));
    return new PmException(
        ExitCode.USAGE,
        asked
            + ": "
            + run
            + " has no race "
            + id
            + "; it has "
            + (ids.isEmpty() ? "none" : ids)
            + ".");
  }
}
