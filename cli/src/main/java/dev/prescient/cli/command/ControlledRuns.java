package dev.prescient.cli.command;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.hunt.Hunt;
import dev.prescient.cli.hunt.HuntOptions;
import dev.prescient.cli.hunt.Reproduction;
import dev.prescient.cli.report.RunReport;
import dev.prescient.cli.report.RunReport.Tried;
import dev.prescient.cli.report.RunReport.Verdict;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.CandidatesFile;
import dev.prescient.replay.OutcomeFile;
import dev.prescient.replay.TargetRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@code profile} and {@code record} share: races first, then one controlled run. */
final class ControlledRuns {
  @Mixin CommonOptions common = new CommonOptions();

  @Option(
      names = "--tries",
      paramLabel = "N",
      defaultValue = "5",
      description = "Reruns if the run itself fails (default: ${DEFAULT-VALUE}).")
  private int tries = 5;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description = "Runs with free threads that look for races first (default: ${DEFAULT-VALUE}).")
  private int runs = 1;

  @Parameters(paramLabel = "JAVA-ARGUMENTS", description = "What one would give java.")
  private List<String> program = List.of();

  /** Runs the verb. */
  int run(String verb, Map<AgentOption, String> more) throws IOException, InterruptedException {
    CommonOptions.positive("--tries", tries);
    CommonOptions.positive("--runs", runs);
    Session session = Session.open(verb, common, program, true, more);
    HuntOptions options =
        HuntOptions.plain(
            Duration.ofDays(1), runs, tries, session.options.number(AgentOption.SEED));
    List<RaceReport> known = session.hunt(options, false).races();
    RacesFile.write(session.folder.resolve(RacesFile.NAME), known);
    SingleRun run =
        SingleRun.of(
            session, Map.of(AgentOption.MODE, verb, AgentOption.RUN, session.folder.toString()));
    List<String> notes = new ArrayList<>(run.notes());
    Path races = session.folder.resolve(RacesFile.NAME);
    List<RaceReport> all = Hunt.union(known, run.races());
    RacesFile.write(races, known); // what the recording was woven for
    TreeMap<String, Long> counts = new TreeMap<>(run.agent().counts());
    RunReport report =
        new RunReport(
            verb,
            session.shownFolder(),
            0,
            run.agent().jdk(),
            all,
            candidates(session.folder),
            List.of(),
            List.of(),
            null,
            counts,
            "",
            notes);
    Path outcome = session.folder.resolve(OutcomeFile.NAME);
    if (Files.exists(outcome)) {
      TargetRunner.Result result =
          new TargetRunner.Result(
              session.folder,
              OutcomeFile.read(outcome),
              run.finished().stdout(),
              run.finished().stderr(),
              run.finished().timedOut());
      counts.putAll(result.outcome().counts());
      report =
          new Reproduction(session.folder, session.target(true), Parts.classifier(), options)
              .confirmed(report, result, session.folder);
    }
    return run.finish(report, false);
  }

  private static List<Tried> candidates(Path folder) throws IOException {
    Path file = folder.resolve(CandidatesFile.NAME);
    List<Candidate> found = Files.exists(file) ? CandidatesFile.read(file) : List.of();
    return found.stream().map(c -> new Tried(c, Verdict.UNTRIED)).toList();
  }
}
