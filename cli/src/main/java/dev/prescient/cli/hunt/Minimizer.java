package dev.prescient.cli.hunt;

import dev.prescient.agent.AgentOption;
import dev.prescient.replay.TargetRunner;
import dev.prescient.replay.trace.Recording;
import dev.prescient.replay.trace.RecordingReader;
import dev.prescient.replay.trace.RecordingWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes preemptions out of a failing schedule for as long as it fails the same way: first all, then
 * halves, quarters … and single ones (Zeller, Hildebrandt, <em>Simplifying and isolating
 * failure-inducing input</em>, TSE 2002). A schedule without some of its preemptions is followed
 * fuzzily, and what it really did is what counts. A single preemption may also move to where its
 * thread can have the turn for nothing.
 */
public final class Minimizer {
  /** Whether a run fails as the failure does. */
  @FunctionalInterface
  public interface SameFailure {
    boolean of(TargetRunner.Result run) throws IOException, InterruptedException;
  }

  /** Told of every run. */
  @FunctionalInterface
  public interface Progress {
    void tried(int runs, int preemptions);
  }

  private final TargetRunner target;
  private final Map<AgentOption, String> rerun;
  private final Path file;
  private final SameFailure same;
  private final Progress progress;
  private int runs;
  private int lost;

  /**
   * A search.
   *
   * @param rerun options with which the failure is run again
   * @param file overwritten with the schedule to try
   */
  public Minimizer(
      TargetRunner target,
      Map<AgentOption, String> rerun,
      Path file,
      SameFailure same,
      Progress progress) {
    this.target = target;
    this.rerun = rerun;
    this.file = file;
    this.same = same;
    this.progress = progress;
  }

  /**
   * The schedule with the fewest preemptions found.
   *
   * @param failing a schedule that fails
   * @param most runs
   */
  public Recording minimize(Recording failing, int most) throws IOException, InterruptedException {
    Recording best = failing;
    int size = Math.max(1, best.preemptions());
    while (best.preemptions() > 0) {
      Optional<Recording> less = without(best, size, most);
      if (less.isPresent()) {
        best = less.get();
        size = Math.min(size, best.preemptions());
      } else if (size == 1 || runs >= most) {
        break;
      } else {
        size = (size + 1) / 2;
      }
    }
    Files.deleteIfExists(file);
    return best;
  }

  /** Runs so far. */
  public int runs() {
    return runs;
  }

  /** Runs that left no outcome or no recording, and therefore count as not failing. */
  public int lost() {
    return lost;
  }

  /** A failing schedule with fewer preemptions, when {@code size} adjacent ones are taken out. */
  private Optional<Recording> without(Recording from, int size, int most)
      throws IOException, InterruptedException {
    int preemptions = from.preemptions();
    for (int end = preemptions; end > 0; end -= size) {
      int begin = Math.max(0, end - size);
      List<List<Recording.Choice>> attempts = new ArrayList<>(List.of(removed(from, begin, end)));
      if (size == 1) {
        moved(from, begin).ifPresent(attempts::add);
      }
      for (List<Recording.Choice> attempt : attempts) {
        if (runs >= most) {
          return Optional.empty();
        }
        Optional<Recording> run = fails(from.with(attempt));
        progress.tried(runs, preemptions);
        if (run.isPresent() && run.get().preemptions() < preemptions) {
          return run;
        }
      }
    }
    return Optional.empty();
  }

  /** The decisions without the preemptions {@code begin} to {@code end}. */
  private static List<Recording.Choice> removed(Recording from, int begin, int end) {
    List<Recording.Choice> kept = new ArrayList<>();
    int n = 0;
    for (Recording.Choice c : from.choices()) {
      boolean out = c.preemptive() && n >= begin && n < end;
      n += c.preemptive() ? 1 : 0;
      if (!out) {
        kept.add(c);
      }
    }
    return kept;
  }

  /**
   * The decisions without one preemption, whose thread gets its turn where the preempted one got
   * it, if that was no preemption.
   */
  private static Optional<List<Recording.Choice>> moved(Recording from, int preemption) {
    List<Recording.Choice> choices = new ArrayList<>(from.choices());
    int at = 0;
    for (int n = -1; n < preemption; at++) {
      n += choices.get(at).preemptive() ? 1 : 0;
    }
    Recording.Choice out = choices.remove(--at);
    for (int i = at - 1; i >= 0; i--) {
      Recording.Choice c = choices.get(i);
      if (c.kind() == Recording.Kind.THREAD && c.chosen().equals(out.thread())) {
        choices.set(i, c.choosing(out.chosen()));
        return c.preemptive() ? Optional.empty() : Optional.of(choices);
      }
    }
    return Optional.empty();
  }

  /** What a run with a schedule did, if it fails. */
  private Optional<Recording> fails(Recording schedule) throws IOException, InterruptedException {
    RecordingWriter.write(file, schedule);
    Map<AgentOption, String> options = new EnumMap<>(AgentOption.class);
    options.putAll(rerun);
    options.put(AgentOption.SCHEDULE, file.toString());
    runs++;
    try {
      TargetRunner.Result run = target.run(options);
      return same.of(run)
          ? Optional.of(RecordingReader.read(run.folder().resolve(Recording.NAME)))
          : Optional.empty();
    } catch (IOException e) { // it was killed before it could write
      lost++;
      return Optional.empty();
    }
  }
}
