package dev.prescient.cli.command;

import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import dev.prescient.cli.hunt.HuntOptions;
import dev.prescient.cli.hunt.Minimizer;
import dev.prescient.cli.hunt.Oracles;
import dev.prescient.cli.hunt.OraclesFile;
import dev.prescient.cli.hunt.Reproduction;
import dev.prescient.cli.hunt.SourcesFile;
import dev.prescient.cli.report.Finding;
import dev.prescient.cli.report.ReportFile;
import dev.prescient.cli.report.RunReport;
import dev.prescient.cli.report.RunReport.Tried;
import dev.prescient.cli.report.RunReport.Verdict;
import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.PmException;
import dev.prescient.cli.target.RunFile;
import dev.prescient.cli.target.RunFolder;
import dev.prescient.cli.target.Target;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.CandidatesFile;
import dev.prescient.replay.Outcome;
import dev.prescient.replay.TargetRunner;
import dev.prescient.replay.trace.Recording;
import dev.prescient.replay.trace.RecordingReader;
import dev.prescient.replay.trace.RecordingWriter;
import dev.prescient.replay.trace.ScheduleText;
import dev.prescient.replay.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pm replay RUN[/F1]}: follows a recording, with values injected or not. */
@Command(
    name = "replay",
    description = "Runs a recorded run or a failure again, or injects candidates into it.")
final class ReplayCommand implements Callable<Integer> {
  /** What the user expects. */
  enum Expected {
    FAILURE,
    CLEAN
  }

  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private ControlOptions control = new ControlOptions();

  @Option(
      names = "--inject",
      paramLabel = "C1,C2",
      split = ",",
      description = "Candidates of the run whose values their loads get.")
  private List<String> inject = List.of();

  @Option(
      names = "--expect",
      paramLabel = "WHAT",
      description = "failure: every try must fail; clean: none may. Else exit with 1.")
  private @Nullable Expected expected;

  @Option(
      names = "--schedule",
      paramLabel = "STRING",
      description = "Follow this schedule, as reports show it, instead of the recorded one.")
  private @Nullable String schedule;

  @Option(
      names = "--minimize",
      description =
          "Of a failure: take preemptions out of its schedule for as long as it still fails.")
  private boolean minimize;

  @Option(
      names = "--budget",
      paramLabel = "N",
      defaultValue = "200",
      description = "Most runs of --minimize (default: ${DEFAULT-VALUE}).")
  private int budget = 200;

  @Option(names = "--log", description = "Write the event log of each run (trace/events.txt).")
  private boolean log;

  private @Nullable Path given;

  @Parameters(index = "0", paramLabel = "RUN", description = "A run, or one of its failures.")
  private String run = "";

  @Parameters(
      index = "1..*",
      paramLabel = "JAVA-ARGUMENTS",
      description = "Instead of the run's own program.")
  private List<String> program = List.of();

  @Override
  public Integer call() throws IOException, InterruptedException {
    AgentOptions found = common.agentOptions(new EnumMap<>(AgentOption.class));
    Path source = RunFolder.find(run, common.outFolder(found));
    Path failureFile = source.resolve(ReportFile.FAILURE);
    boolean failure = Files.exists(failureFile);
    if (failure && !inject.isEmpty()) {
      throw new PmException(
          ExitCode.USAGE, "a failure brings its own injections; give the run for --inject.");
    }
    if (minimize && (!failure || schedule != null)) {
      throw new PmException(
          ExitCode.USAGE, "--minimize needs a failure, RUN/F1, and its own schedule.");
    }
    CommonOptions.positive("--budget", budget);
    Path home = failure ? RunFolder.runOf(source) : source;
    RunFile earlier = runFile(home);
    checkRecorded(source, failure);
    checkCandidates(source);
    Map<AgentOption, String> more = new EnumMap<>(AgentOption.class);
    if (log) {
      more.put(AgentOption.LOG_LEVEL, "debug");
    }
    Session session = Session.again("replay", common, earlier, program, more);
    given = given(source, session.folder);
    boolean assertions = earlier.assertions() && control.assertions();
    Target target = session.target(assertions);
    return failure
        ? failure(session, target, source, home, ReportFile.readFailure(failureFile))
        : run(session, target, source);
  }

  /** The file with the schedule given by the user; null if none is. */
  private @Nullable Path given(Path source, Path folder) throws IOException {
    if (schedule == null) {
      return null;
    }
    Path recorded = source.resolve(Recording.NAME);
    if (!Files.exists(recorded)) {
      throw new PmException(
          ExitCode.BAD_RECORDING, source + " has no recording to take everything else from.");
    }
    try {
      Recording other = RecordingReader.read(recorded).with(ScheduleText.parse(schedule));
      Path file = folder.resolve("given.pms");
      RecordingWriter.write(file, other);
      return file;
    } catch (IllegalArgumentException e) {
      throw new PmException(ExitCode.USAGE, "--schedule: " + e.getMessage() + ".");
    } catch (TraceFormatException e) {
      throw new PmException(ExitCode.BAD_RECORDING, String.valueOf(e.getMessage()));
    }
  }

  static RunFile runFile(Path home) throws IOException {
    Path file = home.resolve(RunFile.NAME);
    if (!Files.exists(file)) {
      throw new PmException(
          ExitCode.BAD_RECORDING, home + " is no run of pm: it has no " + RunFile.NAME + ".");
    }
    return RunFile.read(file);
  }

  private static void checkRecorded(Path source, boolean failure) {
    boolean recorded =
        Files.exists(source.resolve("trace/schedule.pms"))
            || Files.exists(source.resolve(SourcesFile.NAME));
    if (!recorded) {
      throw new PmException(
          ExitCode.BAD_RECORDING,
          source
              + " has no recording (trace/schedule.pms)."
              + (failure ? "" : " Make one with pm profile or pm record."));
    }
  }

  private void checkCandidates(Path source) throws IOException {
    if (inject.isEmpty()) {
      return;
    }
    Path file = source.resolve(CandidatesFile.NAME);
    List<String> known =
        Files.exists(file)
            ? CandidatesFile.read(file).stream().map(Candidate::id).toList()
            : List.of();
    for (String id : inject) {
      if (!known.contains(id)) {
        throw new PmException(
            ExitCode.USAGE,
            "--inject "
                + id
                + ": "
                + (known.isEmpty()
                    ? source + " has no candidates."
                    : "expected one of " + String.join(", ", known) + "."));
      }
    }
  }

  // ---- a failure

  private int failure(Session session, Target target, Path source, Path home, Finding finding)
      throws IOException, InterruptedException {
    Oracles oracles = OraclesFile.read(home);
    if (minimize) {
      return minimized(session, target, source, finding, oracles);
    }
    int tries = control.tries(20);
    int hits = 0;
    TargetRunner.Result last = null;
    for (int i = 0; i < tries; i++) {
      last = target.run(withLog(Reproduction.options(source, finding)));
      hits += Reproduction.failsAlike(last, finding, oracles) ? 1 : 0;
      session.console.progress("replay", hits + " of " + (i + 1) + " failed, " + tries + " asked");
    }
    List<String> notes = new ArrayList<>();
    notes.add(finding.id() + " of " + home + " reproduced: " + hits + " of " + tries + ".");
    if (last != null) {
      notes.addAll(Reproduction.divergence(last.outcome()));
    }
    Finding again = finding.reproduced(hits, tries);
    return session.finish(
        report(
            session,
            exit(hits, tries),
            List.of(),
            List.of(),
            hits == 0 ? List.of() : List.of(again),
            last == null ? Map.of() : last.outcome().counts(),
            notes),
        last == null ? -1 : last.outcome().status());
  }

  /** Searches a schedule with fewer preemptions and makes it a failure of the new run. */
  private int minimized(
      Session session, Target target, Path source, Finding finding, Oracles oracles)
      throws IOException, InterruptedException {
    Recording recorded = RecordingReader.read(source.resolve(Recording.NAME));
    if (recorded.order().size() > 0) {
      throw new PmException(
          ExitCode.USAGE,
          source + " was recorded with free threads: minimize the failure of its replay.");
    }
    Minimizer minimizer =
        new Minimizer(
            target,
            withLog(Reproduction.options(source, finding)),
            session.folder.resolve("attempt.pms"),
            run -> Reproduction.failsAlike(run, finding, oracles),
            (runs, preemptions) ->
                session.console.progress(
                    "minimize", preemptions + " preemptions after " + runs + " runs"));
    Recording least = minimizer.minimize(recorded, budget);
    Path home = Reproduction.copy(source, session.folder.resolve("failures"), least);
    int tries = control.tries(20);
    int hits = 0;
    for (int i = 0; i < tries; i++) {
      TargetRunner.Result run = target.run(withLog(Reproduction.options(home, finding)));
      hits += Reproduction.failsAlike(run, finding, oracles) ? 1 : 0;
      session.console.progress("replay", hits + " of " + (i + 1) + " failed, " + tries + " asked");
    }
    OraclesFile.write(session.folder.resolve(OraclesFile.NAME), oracles);
    Finding again = Reproduction.moved(finding, session.folder, home).reproduced(hits, tries);
    ReportFile.writeFailure(home.resolve(ReportFile.FAILURE), again);
    String note =
        "preemptions of "
            + finding.id()
            + ": "
            + recorded.preemptions()
            + " before, "
            + least.preemptions()
            + " now, after "
            + minimizer.runs()
            + " runs"
            + (minimizer.lost() == 0 ? "." : ", " + minimizer.lost() + " of which left nothing.");
    return session.finish(
        report(
            session,
            exit(hits, tries),
            List.of(),
            List.of(),
            hits == 0 ? List.of() : List.of(again),
            Map.of(),
            List.of(note)),
        -1);
  }

  /** What hits of a failure's tries mean to the user. */
  private int exit(int hits, int tries) {
    if (expected == null) {
      return hits == 0 ? ExitCode.EXPECTATION : common.exitcode;
    }
    boolean met = expected == Expected.FAILURE ? hits == tries : hits == 0;
    return met ? ExitCode.OK : ExitCode.EXPECTATION;
  }

  // ---- a run

  private int run(Session session, Target target, Path source)
      throws IOException, InterruptedException {
    SourcesFile.Injection injection = SourcesFile.find(source, inject);
    int tries = control.tries(1);
    TargetRunner.Result first = null;
    int failed = 0;
    for (int i = 0; i < tries; i++) {
      TargetRunner.Result r =
          target.run(withLog(Reproduction.options(injection.run(), injection.inject())));
      first = first == null ? r : first;
      failed += r.outcome().valid() && !OraclesFile.read(source).judge(r).isEmpty() ? 1 : 0;
      session.console.progress(
          "replay", failed + " of " + (i + 1) + " failed, " + tries + " asked");
    }
    if (first == null) {
      throw new IllegalStateException("no try");
    }
    List<String> notes = new ArrayList<>(Reproduction.divergence(first.outcome()));
    Path races = first.folder().resolve(RacesFile.NAME);
    RunReport report =
        report(
            session,
            0,
            Files.exists(races) ? RacesFile.read(races) : List.of(),
            tried(injection.run(), first.outcome()),
            List.of(),
            first.outcome().counts(),
            notes);
    if (!first.outcome().valid()) {
      notes.add(
          "a value was not validated: no racing store wrote it later. Whatever the run did does"
              + " not count.");
    }
    HuntOptions options =
        HuntOptions.plain(
            Duration.ofDays(1), 1, Math.max(tries, 3), session.options.number(AgentOption.SEED));
    RunReport confirmed =
        new Reproduction(session.folder, target, Parts.classifier(), options)
            .confirmed(report, first, injection.run());
    boolean found = !confirmed.failures().isEmpty();
    int exit =
        expected == Expected.FAILURE
            ? (failed == tries ? ExitCode.OK : ExitCode.EXPECTATION)
            : expected == Expected.CLEAN
                ? (failed == 0 ? ExitCode.OK : ExitCode.EXPECTATION)
                : found ? common.exitcode : ExitCode.OK;
    return session.finish(confirmed.exiting(exit), first.outcome().status());
  }

  private static List<Tried> tried(Path run, Outcome outcome) throws IOException {
    Path file = run.resolve(CandidatesFile.NAME);
    List<Tried> tried = new ArrayList<>();
    for (Candidate c : Files.exists(file) ? CandidatesFile.read(file) : List.<Candidate>of()) {
      for (Outcome.Injected i : outcome.injections()) {
        if (i.candidate().equals(c.id())) {
          tried.add(new Tried(c, Verdict.of(i.fate())));
        }
      }
    }
    return tried;
  }

  private Map<AgentOption, String> withLog(Map<AgentOption, String> options) {
    if (log) {
      options.put(AgentOption.LOG_LEVEL, "debug");
    }
    if (given != null) {
      options.put(AgentOption.SCHEDULE, given.toString());
    }
    return options;
  }

  private static RunReport report(
      Session session,
      int exit,
      List<RaceReport> races,
      List<Tried> candidates,
      List<Finding> failures,
      Map<String, Long> counts,
      List<String> notes) {
    return new RunReport(
        "replay",
        session.shownFolder(),
        exit,
        session.jdk(),
        races,
        candidates,
        failures,
        List.of(),
        null,
        new TreeMap<>(counts),
        "not run",
        notes);
  }
}
