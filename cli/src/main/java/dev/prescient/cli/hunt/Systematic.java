package dev.prescient.cli.hunt;

import dev.prescient.profiler.race.RaceReport;
import dev.prescient.replay.TargetRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Systematic exploration of schedules; a fake in tests. */
public interface Systematic {
  /** Told of every run. */
  interface Observer {
    /** Looks at a run. */
    void ran(TargetRunner.Result run) throws IOException, InterruptedException;
  }

  /**
   * What was explored.
   *
   * @param schedules tried
   * @param bound last bound that was exhausted; -1 if none was
   * @param exhausted whether every schedule within the bound asked for was tried
   * @param counts for the report: what was cut, left out, begun again
   */
  record Explored(long schedules, int bound, boolean exhausted, Map<String, Long> counts) {
    /** Nothing else is to be told. */
    public Explored(long schedules, int bound, boolean exhausted) {
      this(schedules, bound, exhausted, Map.of());
    }
  }

  /**
   * Tries schedules by number of preemptions, fewest first.
   *
   * @param input folder with the races to weave for
   * @param preemptions highest bound
   * @param most schedules
   */
  Explored explore(
      TargetRunner target,
      Path input,
      int preemptions,
      long most,
      BooleanSupplier stop,
      Observer observer)
      throws IOException, InterruptedException;

  /** Whether it does everything in one JVM: looks for races, and tries random schedules as well. */
  default boolean inOneJvm() {
    return false;
  }

  /**
   * Looks for races, if everything is done in one JVM.
   *
   * @param input folder with the races known before, which are scheduling points
   */
  default List<RaceReport> races(TargetRunner target, Path input)
      throws IOException, InterruptedException {
    return List.of();
  }
}
