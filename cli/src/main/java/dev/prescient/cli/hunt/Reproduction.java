package dev.prescient.cli.hunt;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.report.Commands;
import dev.prescient.cli.report.Finding;
import dev.prescient.cli.report.RunReport;
import dev.prescient.cli.report.RunReport.Discarded;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.CandidatesFile;
import dev.prescient.replay.Failure;
import dev.prescient.replay.TargetRunner;
import dev.prescient.replay.trace.Recording;
import dev.prescient.replay.trace.RecordingWriter;
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
    return new RunReport(
        report.command(),
        report.run(),
        report.exit(),
        report.jdk(),
        report.races(),
        report.candidates(),
        findings,
        discarded,
        report.explored(),
        report.counts(),
        report.canary(),
        report.notes());
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
