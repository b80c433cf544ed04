package dev.prescient.cli.hunt;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.report.Commands;
import dev.prescient.cli.report.Finding;
import dev.prescient.cli.report.RunReport;
import dev.prescient.cli.report.RunReport.Discarded;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.CandidatesFile;
import dev.prescient.replay.Divergence;
import dev.prescient.replay.Failure;
import dev.prescient.replay.Outcome;
import dev.prescient.replay.TargetRunner;
import dev.prescient.replay.trace.Recording;
import dev.prescient.replay.trace.RecordingWriter;
import dev.prescient.replay.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Failures outside a hunt: of one recorded or replayed run, or run again by the user. */
public final class Reproduction {
  private static final int PARALLEL = 2;

  /** Controlled runs that may follow the order of a free one before its failure is given up. */
  private static final int FOLLOWS = 3;

  private final Path folder;
  private final TargetRunner target;
  private final Classifier classifier;
  private final HuntOptions options;

  /**
   * For runs of one verb.
   *
   * @param folder of the verb's run; gets {@code failures/}
   */
  public Reproduction(
      Path folder, TargetRunner target, Classifier classifier, HuntOptions options) {
    this.folder = folder;
    this.target = target;
    this.classifier = classifier;
    this.options = options;
  }

  /**
   * A report with the run's failure confirmed and classified, if it has one.
   *
   * @param input folder whose races and candidates the run was given
   */
  public RunReport confirmed(RunReport report, TargetRunner.Result run, Path input)
      throws IOException, InterruptedException {
    Oracles oracles = OraclesFile.read(input);
    List<Failure> failures = oracles.judge(run);
    if (failures.isEmpty() || !run.outcome().valid()) {
      return report;
    }
    Path candidates = input.resolve(CandidatesFile.NAME);
    List<Candidate> known = Files.exists(candidates) ? CandidatesFile.read(candidates) : List.of();
    List<Finding> findings = new ArrayList<>(report.failures());
    List<Discarded> discarded = new ArrayList<>(report.discarded());
    OraclesFile.write(folder.resolve(OraclesFile.NAME), oracles);
    try (Workers workers = new Workers(PARALLEL)) {
      Confirmation.Verdict v =
          new Confirmation(folder, target, oracles, options, workers, classifier)
              .confirm(Suspect.of(input, run, failures.get(0), known));
      if (v.finding() != null) {
        findings.add(v.finding());
      }
      if (v.discarded() != null) {
        discarded.add(v.discarded());
      }
    }
    return report.with(discarded, report.notes()).withFailures(findings);
  }

  /**
   * As {@link #confirmed}, for a run with free threads: if it failed or hung, a controlled run
   * follows its order, and if that fails alike, its failure is the finding.
   *
   * @param input folder with the recording, and the races it was woven for
   */
  public RunReport followed(RunReport report, TargetRunner.Result free, Path input)
      throws IOException, InterruptedException {
    Oracles oracles = OraclesFile.read(input);
    List<Failure> seen = oracles.judge(free);
    if (seen.isEmpty() && !free.timedOut()) {
      return report;
    }
    int tries = 0;
    TargetRunner.Result last = null;
    boolean alike = false;
    List<String> notes = new ArrayList<>(report.notes());
    while (tries < FOLLOWS && !alike) {
      tries++;
      try {
        last = target.run(options(input, List.of()));
        alike = isAlike(seen, oracles.judge(last));
      } catch (TraceFormatException e) {
        throw e;
      } catch (IOException e) { // it did not end in time
        notes.add(String.valueOf(e.getMessage()) + ".");
      }
    }
    notes.add("the order of the free run was followed, times: " + tries + ".");
    notes.addAll(last == null ? List.of() : divergence(last.outcome()));
    List<Discarded> discarded = new ArrayList<>(report.discarded());
    if (!alike) {
      String what = seen.isEmpty() ? "it did not end" : seen.get(0).reason();
      discarded.add(
          new Discarded(
              "not-reproduced", List.of(), what + "; seen in the free run, then 0 of " + tries));
    }
    RunReport noted = report.with(discarded, notes);
    return alike && last != null ? confirmed(noted, last, input) : noted;
  }

  /** Whether a run fails first as one did that it follows; of one that hung, whether it fails. */
  private static boolean isAlike(List<Failure> seen, List<Failure> found) {
    return !found.isEmpty()
        && (seen.isEmpty()
            || seen.stream()
                .anyMatch(f -> Suspect.signature(f).equals(Suspect.signature(found.get(0)))));
  }

  /** Where a run left its recording, in a sentence; none if it did not. */
  public static List<String> divergence(Outcome outcome) {
    Divergence d = outcome.divergence();
    return d == null
        ? List.of()
        : List.of(
            "left its recording at decision "
                + d.index()
                + " (T"
                + d.thread()
                + (d.site().isEmpty() ? "" : ", " + d.site())
                + "): recorded "
                + d.expected()
                + ", found "
                + d.found()
                + ".");
  }

  /** How a finding's folder is run again. */
  public static Map<AgentOption, String> options(Path home, Finding finding) {
    return Confirmation.options(home, finding.options().getOrDefault(AgentOption.INJECT.text, ""));
  }

  /**
   * Copies a failure with another schedule.
   *
   * @param home its folder
   * @param failures the folder to copy it into, under its name
   */
  public static Path copy(Path home, Path failures, Recording schedule) throws IOException {
    Path to = failures.resolve(home.getFileName());
    try (Stream<Path> all = Files.walk(home)) {
      for (Path from : all.toList()) {
        Path there = to.resolve(home.relativize(from).toString());
        if (Files.isDirectory(from)) {
          Files.createDirectories(there);
        } else {
          Files.copy(from, there);
        }
      }
    }
    RecordingWriter.write(to.resolve(Recording.NAME), schedule);
    return to;
  }

  /** A finding as that of a failure copied into another run. */
  public static Finding moved(Finding finding, Path run, Path home) throws IOException {
    return finding.scheduled(
        Commands.replay(run.resolve(finding.id()).toString()), Confirmation.schedule(home));
  }

  /** How a run is followed with values injected. */
  public static Map<AgentOption, String> options(Path run, List<String> inject) {
    return Confirmation.options(run, String.join(":", inject));
  }

  /** Whether a run fails as a finding does. */
  public static boolean failsAlike(TargetRunner.Result run, Finding finding, Oracles oracles)
      throws IOException, InterruptedException {
    return run.outcome().valid()
        && oracles.judge(run).stream()
            .anyMatch(f -> Suspect.signature(f).equals(Suspect.signature(finding.failure())));
  }
}
