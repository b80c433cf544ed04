package dev.prescient.cli.command;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.hunt.Hunt;
import dev.prescient.cli.hunt.HuntOptions;
import dev.prescient.cli.hunt.Reproduction;
import dev.prescient.cli.report.RunReport;
import dev.prescient.cli.report.RunReport.Tried;
import dev.prescient.cli.report.RunReport.Verdict;
import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.PmException;
import dev.prescient.cli.target.RunFolder;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What {@code profile} and {@code record} share: races first, then one run with a recording. */
final class ControlledRuns {
  /** So much longer than with free threads may a run take one thread at a time. */
  private static final int SERIAL = 10;

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

  /**
   * Runs a verb.
   *
   * @param racesOf an earlier run whose racy variables are taken; null to look for races first
   */
  int run(String verb, @Nullable String racesOf, Map<AgentOption, String> more)
      throws IOException, InterruptedException {
    Session session = session(verb, true, more);
    List<RaceReport> known = races(session, racesOf);
    SingleRun run =
        SingleRun.of(
            session, Map.of(AgentOption.MODE, verb, AgentOption.RUN, session.folder.toString()));
    List<RaceReport> all = Hunt.union(known, run.races());
    RacesFile.write(session.folder.resolve(RacesFile.NAME), known); // what it was woven for
    RunReport report = report(verb, session, run, all);
    if (Files.exists(session.folder.resolve(OutcomeFile.NAME))) {
      TargetRunner.Result result = result(session, run);
      report.counts().putAll(result.outcome().counts());
      report = reproduction(session, common.timeout).confirmed(report, result, session.folder);
    }
    return run.finish(report, false);
  }

  /** As {@link #run}, with threads that run free; what fails is run again under control. */
  int runFree(@Nullable String racesOf, Map<AgentOption, String> more)
      throws IOException, InterruptedException {
    Session session = session("record", false, more);
    List<RaceReport> known = races(session, racesOf);
    SingleRun run =
        SingleRun.of(
            session,
            Map.of(AgentOption.MODE, "record-free", AgentOption.RUN, session.folder.toString()));
    RunReport report = report("record", session, run, known);
    TargetRunner.Result result = result(session, run);
    report.counts().putAll(result.outcome().counts());
    Reproduction slower = reproduction(session, common.timeout.multipliedBy(SERIAL));
    return run.finish(slower.followed(report, result, session.folder), false);
  }

  /**
   * Opens the run's folder.
   *
   * @param assertions whether replays get {@code -ea}; not where a replay is to do what a run did
   */
  private Session session(String verb, boolean assertions, Map<AgentOption, String> more)
      throws IOException, InterruptedException {
    CommonOptions.positive("--tries", tries);
    CommonOptions.positive("--runs", runs);
    return Session.open(verb, common, program, assertions, more);
  }

  private HuntOptions options(Session session) {
    return HuntOptions.plain(
        Duration.ofDays(1), runs, tries, session.options.number(AgentOption.SEED));
  }

  /** The races that the run is woven for, also in its folder. */
  private List<RaceReport> races(Session session, @Nullable String of)
      throws IOException, InterruptedException {
    List<RaceReport> known =
        of == null
            ? session.hunt(options(session), false).races()
            : RacesFile.read(earlier(session, of).resolve(RacesFile.NAME));
    RacesFile.write(session.folder.resolve(RacesFile.NAME), known);
    return known;
  }

  private Path earlier(Session session, String run) throws IOException {
    Path folder = RunFolder.find(run, common.outFolder(session.options));
    if (!Files.exists(folder.resolve(RacesFile.NAME))) {
      throw new PmException(
          ExitCode.USAGE, "--races " + run + ": " + folder + " has no " + RacesFile.NAME + ".");
    }
    return folder;
  }

  private Reproduction reproduction(Session session, Duration timeout) {
    return new Reproduction(
        session.folder,
        session.target(session.assertions(), timeout),
        Parts.classifier(),
        options(session));
  }

  private static RunReport report(
      String verb, Session session, SingleRun run, List<RaceReport> races) throws IOException {
    return new RunReport(
        verb,
        session.shownFolder(),
        0,
        run.agent().jdk(),
        races,
        candidates(session.folder),
        List.of(),
        List.of(),
        null,
        new TreeMap<>(run.agent().counts()),
        "",
        new ArrayList<>(run.notes()));
  }

  private static TargetRunner.Result result(Session session, SingleRun run) throws IOException {
    return new TargetRunner.Result(
        session.folder,
        OutcomeFile.read(session.folder.resolve(OutcomeFile.NAME)),
        run.finished().stdout(),
        run.finished().stderr(),
        run.finished().timedOut());
  }

  private static List<Tried> candidates(Path folder) throws IOException {
    Path file = folder.resolve(CandidatesFile.NAME);
    List<Candidate> found = Files.exists(file) ? CandidatesFile.read(file) : List.of();
    return found.stream().map(c -> new Tried(c, Verdict.UNTRIED)).toList();
  }
}
