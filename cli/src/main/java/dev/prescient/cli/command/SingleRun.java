package dev.prescient.cli.command;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.report.RunReport;
import dev.prescient.cli.target.Canary;
import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.Finished;
import dev.prescient.cli.target.Launch;
import dev.prescient.profiler.AgentFile;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import dev.prescient.replay.trace.Recording;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The one run of race, profile and record: in the run's own folder, output passed through. */
final class SingleRun {
  private final Session session;
  private final Finished finished;

  private SingleRun(Session session, Finished finished) {
    this.session = session;
    this.finished = finished;
  }

  /**
   * Runs the program.
   *
   * @throws dev.prescient.cli.target.PmException if it did not start, or the agent refused
   */
  static SingleRun of(Session session, Map<AgentOption, String> more)
      throws IOException, InterruptedException {
    Map<AgentOption, String> options = session.base();
    options.putAll(more);
    Finished finished =
        session.launcher.launch(
            new Launch(
                session.folder,
                true,
                options,
                false,
                false,
                session.common.timeout,
                session.common.json || session.common.sarif
                    ? Launch.Output.PASS_TO_STDERR
                    : Launch.Output.PASS));
    String refused = finished.refused();
    if (!refused.isEmpty()) {
      session.failed(ExitCode.USAGE, refused);
    }
    String notStarted = finished.notStarted();
    if (!notStarted.isEmpty()) {
      session.failed(ExitCode.TARGET, "the program did not start: " + notStarted);
    }
    if (!Files.exists(session.folder.resolve(AgentFile.NAME))) {
      boolean recorded = Files.exists(session.folder.resolve(Recording.NAME));
      session.failed(
          ExitCode.TARGET,
          finished.timedOut()
              ? "the program did not end within the time-out; raise --timeout."
                  + (recorded ? " What it did up to then: pm replay " + session.folder : "")
              : "the program ended with status "
                  + finished.status()
                  + " before the agent could write its files; see "
                  + session.folder
                  + "."
                  + (recorded ? " What it did up to then: pm replay " + session.folder : ""));
    }
    return new SingleRun(session, finished);
  }

  Finished finished() {
    return finished;
  }

  AgentFile agent() throws IOException {
    return AgentFile.read(session.folder.resolve(AgentFile.NAME));
  }

  List<RaceReport> races() throws IOException {
    Path file = session.folder.resolve(RacesFile.NAME);
    return Files.exists(file) ? RacesFile.read(file) : List.of();
  }

  /** Notes of the report: what the user must know of the run's end. */
  List<String> notes() throws IOException {
    List<String> notes = new ArrayList<>(agent().notes());
    if (finished.timedOut()) {
      notes.add("the program was ended at the time-out; what was seen up to then is shown.");
    }
    return notes;
  }

  /**
   * Completes a report with canary and exit status, and ends the verb.
   *
   * @param report with any exit and canary
   * @param passExit whether the program's status is ours where nothing was found
   */
  int finish(RunReport report, boolean passExit) throws IOException, InterruptedException {
    boolean found = report.hasFindings();
    String canary = found ? "not run" : Canary.check(session.launcher.program(), session.folder);
    int status = agent().status();
    int exit =
        found
            ? session.common.exitcode
            : !canary.equals(Canary.PASSED)
                ? ExitCode.INTERNAL
                : finished.timedOut() ? ExitCode.TARGET : passExit ? status & 0xff : ExitCode.OK;
    return session.finish(
        new RunReport(
            report.command(),
            report.run(),
            exit,
            report.jdk(),
            report.races(),
            report.candidates(),
            report.failures(),
            report.discarded(),
            report.explored(),
            report.counts(),
            canary,
            report.notes()),
        status);
  }
}
