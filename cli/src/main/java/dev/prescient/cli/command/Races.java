package dev.prescient.cli.command;

import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.PmException;
import dev.prescient.profiler.race.RaceReport;
import java.io.IOException;
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
   * @throws PmException if the run has no such race; says which it has
   */
  static RaceReport find(Path run, String id) throws IOException {
    List<RaceReport> known = ReportCommand.read(run, run.toString()).races();
    return known.stream()
        .filter(r -> r.id().equals(id))
        .findFirst()
        .orElseThrow(() -> unknown(run, id, known));
  }

  private static PmException unknown(Path run, String id, List<RaceReport> known) {
    String ids = known.stream().map(RaceReport::id).collect(Collectors.joining(", "));
    return new PmException(
        ExitCode.USAGE,
        "run " + run + " has no race " + id + "; it has " + (ids.isEmpty() ? "none" : ids) + ".");
  }
}
