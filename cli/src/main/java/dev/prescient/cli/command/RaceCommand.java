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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pm race}: FastTrack over one run, threads running free. */
@Command(name = "race", description = "Finds the data races of one run (FastTrack).")
final class RaceCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();

  @Option(names = "--halt-on-error", description = "End the program after the first race.")
  private boolean haltOnError;

  @Option(
      names = "--max-reports",
      paramLabel = "N",
      description = "Reports per run (default: 100).")
  private String maxReports = AgentOption.MAX_REPORTS.fallback;

  @Option(
      names = "--pass-exit",
      description = "Without findings, exit with the program's own status.")
  private boolean passExit;

  @Parameters(paramLabel = "JAVA-ARGUMENTS", description = "What one would give java.")
  private List<String> program = List.of();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Map<AgentOption, String> more = new EnumMap<>(AgentOption.class);
    more.put(AgentOption.MODE, "race");
    more.put(AgentOption.HALT_ON_ERROR, String.valueOf(haltOnError));
    more.put(AgentOption.MAX_REPORTS, maxReports);
    Session session = Session.open("race", common, program, false, more);
    Map<AgentOption, String> options = session.base();
    options.put(AgentOption.MODE, "race");
    Finished finished =
        session.launcher.launch(
            new Launch(
                session.folder,
                true,
                options,
                false,
                common.timeout,
                common.json ? Launch.Output.PASS_TO_STDERR : Launch.Output.PASS));
    checkStarted(session, finished);
    return report(session, finished);
  }

  private static void checkStarted(Session session, Finished finished) throws IOException {
    String refused = finished.refused();
    if (!refused.isEmpty()) {
      session.failed(ExitCode.USAGE, refused);
    }
    String notStarted = finished.notStarted();
    if (!notStarted.isEmpty()) {
      session.failed(ExitCode.TARGET, "the program did not start: " + notStarted);
    }
  }

  private int report(Session session, Finished finished) throws IOException, InterruptedException {
    Path agentFile = session.folder.resolve(AgentFile.NAME);
    if (!Files.exists(agentFile)) {
      session.failed(
          ExitCode.TARGET,
          finished.timedOut()
              ? "the program did not end within the time-out; raise --timeout."
              : "the program ended with status "
                  + finished.status()
                  + " before the agent could write its files; see "
                  + session.folder);
    }
    AgentFile agent = AgentFile.read(agentFile);
    Path racesFile = session.folder.resolve(RacesFile.NAME);
    List<RaceReport> races = Files.exists(racesFile) ? RacesFile.read(racesFile) : List.of();
    List<String> notes = new ArrayList<>();
    if (finished.timedOut()) {
      notes.add("the program was ended at the time-out; races up to then are shown.");
    }
    boolean found = races.stream().anyMatch(r -> !r.suppressed());
    String canary = found ? "not run" : Canary.check(session.launcher.program(), session.folder);
    int exit =
        found
            ? common.exitcode
            : !canary.equals("passed")
                ? ExitCode.INTERNAL
                : finished.timedOut()
                    ? ExitCode.TARGET
                    : passExit ? agent.status() & 0xff : ExitCode.OK;
    return session.finish(
        new RunReport(
            "race",
            session.shownFolder(),
            exit,
            agent.jdk(),
            races,
            List.of(),
            List.of(),
            List.of(),
            null,
            agent.counts(),
            canary,
            notes),
        agent.status());
  }
}
