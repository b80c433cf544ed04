package dev.prescient.cli.hunt;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.report.Commands;
import dev.prescient.cli.report.Finding;
import dev.prescient.cli.report.ReportFile;
import dev.prescient.cli.report.RunReport.Discarded;
import dev.prescient.profiler.RunFolder;
import dev.prescient.profiler.race.RacesFile;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.CandidatesFile;
import dev.prescient.replay.Failure;
import dev.prescient.replay.OutcomeFile;
import dev.prescient.replay.TargetRunner;
import dev.prescient.replay.trace.Recording;
import dev.prescient.replay.trace.RecordingReader;
import dev.prescient.replay.trace.ScheduleText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Makes findings of suspects: copies what is needed to run a failure again into a folder of its
 * own, runs it again exactly as the printed command does, and classifies it.
 *
 * <p>State: {@code next} numbers the failures; one suspect at a time.
 */
final class Confirmation {

  /** Reruns without a single hit after which a suspect is given up. */
  private static final int GIVE_UP = 3;

  private final Path folder;
  private final TargetRunner target;
  private final Oracles oracles;
  private final HuntOptions options;
  private final Workers workers;
  private final Classifier classifier;
  private int next = 1;

  Confirmation(
      Path folder,
      TargetRunner target,
      Oracles oracles,
      HuntOptions options,
      Workers workers,
      Classifier classifier) {
    this.folder = folder;
    this.target = target;
    this.oracles = oracles;
    this.options = options;
    this.workers = workers;
    this.classifier = classifier;
  }

  /**
   * What became of a suspect: one of the two is null.
   *
   * @param finding to report
   * @param discarded why it is none
   */
  record Verdict(@Nullable Finding finding, @Nullable Discarded discarded) {}

  /** Runs a suspect again and classifies it. */
  Verdict confirm(Suspect suspect) throws IOException, InterruptedException {
    String id = "F" + next;
    Path home = home(id, suspect);
    Map<AgentOption, String> rerun = options(home, suspect.inject());
    int[] hits = rerun(rerun, suspect.failure());
    List<String> ids = suspect.candidates().stream().map(Candidate::id).toList();
    if (hits[0] == 0) {
      return new Verdict(
          null,
          new Discarded(
              "not-reproduced",
              ids,
              suspect.failure().reason() + "; seen once, then 0 of " + hits[1]));
    }
    Classifier.Classified c =
        classifier.classify(
            target,
            home,
            suspect.candidates(),
            suspect.outcome(),
            run -> failsAlike(run, suspect.failure()));
    if (!c.finding() || (c.speculative() && !options.speculative())) {
      return new Verdict(null, new Discarded(c.memoryClass(), ids, c.reason()));
    }
    Finding finding =
        new Finding(
            id,
            suspect.failure(),
            c.memoryClass(),
            c.reason(),
            suspect.reads(),
            hits[0],
            hits[1],
            Commands.replay(folder.resolve(id).toString()),
            schedule(home),
            text(rerun),
            null);
    ReportFile.writeFailure(home.resolve(ReportFile.FAILURE), finding);
    return new Verdict(finding, null);
  }

  /**
   * Another suspect may take the place of a finding, which is {@link #accept}ed later if at all.
   */
  void setAside(Finding finding) throws IOException {
    Path aside = aside();
    if (Files.exists(aside)) {
      RunFolder.delete(aside);
    }
    Files.move(folder.resolve("failures").resolve(finding.id()), aside);
  }

  /** The finding that was set aside last stays. */
  void accept(Finding finding) throws IOException {
    Path home = folder.resolve("failures").resolve(finding.id());
    if (Files.exists(home)) {
      RunFolder.delete(home);
    }
    Files.move(aside(), home);
    next++;
  }

  private Path aside() {
    return folder.resolve("failures").resolve("aside");
  }

  /** How a failure's folder is run again; the folder is the run to follow. */
  static Map<AgentOption, String> options(Path home, String inject) {
    Map<AgentOption, String> o = new EnumMap<>(AgentOption.class);
    o.put(AgentOption.MODE, "replay");
    o.put(AgentOption.STRATEGY, "replay");
    o.put(AgentOption.RUN, home.toString());
    if (!inject.isEmpty()) {
      o.put(AgentOption.INJECT, inject);
    }
    return o;
  }

  /** The schedule of a failure in one line; empty if it is long. */
  static String schedule(Path home) throws IOException {
    Path file = home.resolve(Recording.NAME);
    String text = Files.exists(file) ? ScheduleText.of(RecordingReader.read(file)) : "";
    return text.length() <= ScheduleText.SHORT ? text : "";
  }

  private static Map<String, String> text(Map<AgentOption, String> options) {
    Map<String, String> text = new LinkedHashMap<>();
    options.forEach(
        (k, value) -> {
          if (k != AgentOption.RUN) {
            text.put(k.text, value);
          }
        });
    return text;
  }

  private Path home(String id, Suspect suspect) throws IOException {
    Path home = Files.createDirectories(folder.resolve("failures").resolve(id));
    Path run = suspect.run().folder();
    Files.createDirectories(home.resolve("trace"));
    copy(run.resolve(Recording.NAME), home.resolve(Recording.NAME));
    copy(suspect.input().resolve(RacesFile.NAME), home.resolve(RacesFile.NAME));
    copy(run.resolve("stdout.txt"), home.resolve("stdout.txt"));
    copy(run.resolve("stderr.txt"), home.resolve("stderr.txt"));
    OutcomeFile.write(home.resolve(OutcomeFile.NAME), suspect.outcome());
    CandidatesFile.write(home.resolve(CandidatesFile.NAME), suspect.candidates());
    return home;
  }

  private static void copy(Path from, Path to) throws IOException {
    if (Files.exists(from)) {
      Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Hits, and tries. */
  private int[] rerun(Map<AgentOption, String> rerun, Failure failure)
      throws IOException, InterruptedException {
    AtomicInteger hits = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    List<Integer> tries = new ArrayList<>(Collections.nCopies(options.tries(), 0));
    int tried =
        workers.each(
            tries,
            () -> hits.get() == 0 && done.get() >= GIVE_UP,
            t -> {
              if (failsAlike(target.run(rerun), failure)) {
                hits.incrementAndGet();
              }
              done.incrementAndGet();
            });
    return new int[] {hits.get(), tried};
  }

  private boolean failsAlike(TargetRunner.Result run, Failure failure) {
    try {
      return run.outcome().valid()
          && oracles.judge(run).stream()
              .anyMatch(f -> Suspect.signature(f).equals(Suspect.signature(failure)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
