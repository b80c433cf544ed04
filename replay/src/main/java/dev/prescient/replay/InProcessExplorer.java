package dev.prescient.replay;

import dev.prescient.agent.AgentOption;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.profiler.race.RacesFile;
import dev.prescient.replay.inprocess.Frontier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * Exploration of an entry's schedules, many in one JVM: the tool's side of {@link RepeatedRuns}. A
 * JVM that cannot go on, since threads of a run did not end or the program ended it, is followed by
 * another one that goes on where it stopped.
 *
 * <p>State: for one thread; another one reads how far the JVM is.
 */
public final class InProcessExplorer {
  /** No JVM is asked to run for longer. */
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private static final long POLL_MS = 500;

  /** Schedules of a JVM that looks for races. */
  private static final long DETECTED = 1_000;

  /** Of the time, one part of so many is for such a JVM. */
  private static final int DETECTION = 8;

  /** Told how far the exploration is. */
  @FunctionalInterface
  public interface Progress {
    /**
     * Called about twice a second.
     *
     * @param state in words
     */
    void at(String state);
  }

  private final TargetRunner target;
  private final Path input;
  private final Map<AgentOption, String> options;
  private final long endNs;
  private final Progress progress;
  private final TreeMap<String, Long> told = new TreeMap<>();
  private long schedules;
  private long failed;

  /**
   * An exploration of one entry.
   *
   * @param target runs the entry's program
   * @param input folder with the races to weave for
   * @param options given to every JVM beside those of the exploration itself
   * @param time after which no other schedule begins
   */
  public InProcessExplorer(
      TargetRunner target,
      Path input,
      Map<AgentOption, String> options,
      Duration time,
      Progress progress) {
    this.target = target;
    this.input = input;
    this.options = new EnumMap<>(AgentOption.class);
    this.options.putAll(options);
    this.endNs = System.nanoTime() + time.toNanos();
    this.progress = progress;
  }

  /**
   * Looks for races in a few schedules, in one JVM, whose loads return the latest values. The races
   * of the input are scheduling points there.
   */
  public List<RaceReport> races() throws IOException, InterruptedException {
    Map<AgentOption, String> o = new EnumMap<>(options);
    o.remove(AgentOption.HALT_ON_ERROR);
    o.remove(AgentOption.STRATEGY);
    o.remove(AgentOption.MEMORY);
    o.put(AgentOption.DETECT, "true");
    o.put(AgentOption.SCHEDULES, String.valueOf(DETECTED));
    TargetRunner.Result jvm = jvm(o, leftMs() / DETECTION);
    Frontier.forget(input);
    Path file = jvm.folder().resolve(RacesFile.NAME);
    return Files.exists(file) ? RacesFile.read(file) : List.of();
  }

  /**
   * Tries random schedules, then all by number of preemptions, fewest first.
   *
   * @param preemptions highest bound
   * @param most schedules
   * @param stop asked before every JVM
   * @param observer told of each kind of failure, once in a JVM
   */
  public Explorer.Explored explore(
      int preemptions, long most, BooleanSupplier stop, Explorer.Observer observer)
      throws IOException, InterruptedException {
    int bound = -1;
    boolean exhausted = false;
    long diverged = 0;
    boolean goesOn = true;
    while (goesOn && schedules < most && !stop.getAsBoolean() && leftMs() > 0) {
      TargetRunner.Result jvm = run(preemptions, most);
      Map<String, Long> counts = jvm.outcome().counts();
      long here = counts.getOrDefault("schedules", 0L);
      schedules += here;
      failed += counts.getOrDefault("failedSchedules", 0L);
      bound = (int) (counts.getOrDefault("bound", 0L) - 1);
      diverged = counts.getOrDefault("diverged", 0L);
      exhausted = jvm.outcome().exhausted();
      count("jvms", 1);
      count("schedulesUnvalidated", counts.getOrDefault("unvalidated", 0L));
      count("schedulesThinAir", counts.getOrDefault("thinAir", 0L));
      count("loadsNotTried", counts.getOrDefault("loadsNotTried", 0L));
      count("schedulesCut", counts.getOrDefault("cut", 0L));
      count("jvmsGivenUp", counts.getOrDefault("unclean", 0L));
      count("staticObjectsLeft", counts.getOrDefault("staticObjectsLeft", 0L));
      told.put("schedulesUnknown", diverged);
      told.put("schedulesFailed", failed);
      goesOn = here > 0 && counts.getOrDefault("done", 0L) == 0;
      for (TargetRunner.Result failure : found(jvm.folder())) {
        observer.ran(failure);
      }
    }
    boolean all = triedAllLoads();
    return new Explorer.Explored(schedules, all ? bound : -1, exhausted && all, diverged);
  }

  /** Whether what loads may return was no less than all: a JVM that follows another begins anew. */
  private boolean triedAllLoads() {
    boolean follows =
        !options.getOrDefault(AgentOption.MEMORY, "sc").equals("sc")
            && told.getOrDefault("jvms", 0L) > 1;
    return !follows && told.getOrDefault("loadsNotTried", 0L) == 0;
  }

  private void count(String name, long n) {
    told.merge(name, n, Long::sum);
  }

  /**
   * What is to be told of the exploration: {@code jvms}; {@code loadsNotTried}, beyond the bounds
   * of the search, which is then not exhausted; {@code jvmsGivenUp}, because a run's threads did
   * not end; {@code schedulesFailed}; {@code schedulesCut} at the limit of points; {@code
   * schedulesUnvalidated}, in which a load returned a value that nobody stored later, and {@code
   * schedulesThinAir}, failing ones whose guess is its own reason; {@code schedulesUnknown},
   * systematic ones that told nothing; {@code staticObjectsLeft}, JVMs in which static variables
   * led to too many objects to put these back.
   */
  public Map<String, Long> counts() {
    return Map.copyOf(told);
  }

  private long leftMs() {
    return (endNs - System.nanoTime()) / 1_000_000L;
  }

  private TargetRunner.Result run(int preemptions, long most)
      throws IOException, InterruptedException {
    Map<AgentOption, String> o = new EnumMap<>(options);
    o.put(AgentOption.DETECT, "false");
    o.put(AgentOption.SCHEDULES, String.valueOf(Math.max(2, most)));
    o.put(AgentOption.PREEMPTIONS, String.valueOf(preemptions));
    return jvm(o, leftMs());
  }

  private TargetRunner.Result jvm(Map<AgentOption, String> o, long ms)
      throws IOException, InterruptedException {
    o.put(AgentOption.MODE, "explore");
    o.put(AgentOption.RUN, input.toString());
    o.put(AgentOption.BUDGET, String.valueOf(Math.max(1, Math.min(ms, LONGEST.toMillis()))));
    Files.deleteIfExists(input.resolve(RepeatedRuns.PROGRESS));
    Thread teller = new Thread(this::tell, "pm progress");
    teller.setDaemon(true);
    teller.start();
    try {
      return target.run(o);
    } finally {
      teller.interrupt();
      teller.join();
    }
  }

  /** Reads how far the JVM is and passes it on, until interrupted. */
  private void tell() {
    long start = System.nanoTime();
    try {
      while (true) {
        Thread.sleep(POLL_MS);
        String[] words = progressWords();
        if (words.length == 3) {
          long here = Long.parseLong(words[0]);
          double s = (System.nanoTime() - start) / 1e9;
          progress.at(
              (schedules + here)
                  + " schedules · "
                  + Math.round(here / s)
                  + "/s · "
                  + (failed + Long.parseLong(words[1]))
                  + " failed"
                  + (words[2].equals("-1") ? "" : " · bound " + words[2] + " exhausted"));
        }
      }
    } catch (InterruptedException e) {
      // the JVM has ended
    }
  }

  private String[] progressWords() {
    try {
      return Files.readString(input.resolve(RepeatedRuns.PROGRESS)).strip().split(" ", -1);
    } catch (IOException e) {
      return new String[0];
    }
  }

  /** The failing runs that a JVM has left, those with the weakest cause first. */
  private static List<TargetRunner.Result> found(Path folder) throws IOException {
    Path found = folder.resolve(RepeatedRuns.FOUND);
    List<TargetRunner.Result> runs = new ArrayList<>();
    if (!Files.isDirectory(found)) {
      return runs;
    }
    List<Path> homes;
    try (Stream<Path> entries = Files.list(found)) {
      homes = entries.sorted().toList(); // by cause
    }
    for (Path home : homes) {
      Path outcome = home.resolve(OutcomeFile.NAME);
      if (Files.isRegularFile(outcome)) {
        runs.add(new TargetRunner.Result(home, OutcomeFile.read(outcome), "", "", false));
      }
    }
    return runs;
  }
}
