package dev.prescient.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * {@code java -cp benchmarks.jar:pm.jar dev.prescient.bench.FirstFailures [--seeds 3] [--tries 100]
 * [--lincheck FOLDER] CASES [program …]}: how many schedules, and how much time, it takes to find
 * the bugs of small programs, by strategy; Lincheck beside it if its jars are given. Correct
 * programs are explored up to two preemptions. Ends with 1 if the portfolio does not find a bug
 * that one JVM can show, a correct program fails or is not exhausted, or a failure is not replayed
 * each time.
 *
 * <p>State: {@code failed} is set when something is not as it should be; it has been printed.
 */
public final class FirstFailures {
  private static final String ALL = "portfolio";
  private static final String SYSTEMATIC = "icb";
  private static final List<String> STRATEGIES =
      List.of("p", "random", "pct", "pos", "race", SYSTEMATIC, ALL);

  private static final int PREEMPTIONS = 2;
  private static final long MOST = 50_000;

  private final Subjects subjects;
  private final int seeds;
  private final int tries;
  private boolean failed;

  private FirstFailures(Subjects subjects, int seeds, int tries) {
    this.subjects = subjects;
    this.seeds = seeds;
    this.tries = tries;
  }

  public static void main(String[] args) throws Exception {
    int seeds = 3;
    int tries = 100;
    Path jars = null;
    List<String> words = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--seeds" -> seeds = Integer.parseInt(args[++i]);
        case "--tries" -> tries = Integer.parseInt(args[++i]);
        case "--lincheck" -> jars = Path.of(args[++i]).toAbsolutePath();
        default -> words.add(args[i]);
      }
    }
    if (words.isEmpty()) {
      System.err.println(
          "pm: expected [--seeds N] [--tries N] [--lincheck FOLDER] CASES [program …]");
      System.exit(2);
    }
    Subjects subjects = Subjects.of(Path.of(words.get(0)), jars);
    FirstFailures f = new FirstFailures(subjects, seeds, tries);
    f.table(subjects.named(words.subList(1, words.size())));
    if (f.failed) {
      System.exit(1);
    }
  }

  private void table(List<ClassicCase> cases) throws IOException, InterruptedException {
    System.out.printf("| program | %s | Lincheck |%n", String.join(" | ", STRATEGIES));
    System.out.println("| --- |" + " --- |".repeat(STRATEGIES.size() + 1));
    for (ClassicCase c : cases) {
      if (c.fails()) {
        System.out.print("| " + c.name() + " |");
        bug(c);
        System.out.println(peer(c));
      }
    }
    for (ClassicCase c : cases) {
      if (!c.fails()) {
        twin(c);
      }
    }
  }

  private void bug(ClassicCase c) throws IOException, InterruptedException {
    EntryRuns runs = subjects.runs(c);
    runs.learn();
    for (String strategy : STRATEGIES) {
      boolean possible = !strategy.equals("race") || runs.hasRace();
      System.out.print(possible ? cell(c, runs, strategy) : " – |");
      System.out.flush();
    }
  }

  /** Median iterations and seconds over the seeds; the first failure is replayed. */
  private String cell(ClassicCase c, EntryRuns runs, String strategy)
      throws IOException, InterruptedException {
    List<Double> iterations = new ArrayList<>();
    List<Double> seconds = new ArrayList<>();
    int missed = 0;
    for (int seed = 1; seed <= (strategy.equals(SYSTEMATIC) ? 1 : seeds); seed++) {
      // seeds of one exploration are consecutive: those of two must not overlap
      EntryRuns.Tried tried = runs.explore(strategy, seed * 1_000_003L, PREEMPTIONS, MOST, true);
      seconds.add(tried.seconds());
      boolean found = !tried.found().isEmpty();
      iterations.add(found ? tried.explored().schedules() : Double.POSITIVE_INFINITY);
      missed += found ? 0 : 1;
      if (found && seed == 1) {
        long hits = runs.replays(tried.found().get(0), tries);
        check(hits == tries, c + " by " + strategy + ": replayed " + hits + " of " + tries);
      }
    }
    boolean wanted = strategy.equals(ALL) && c.inOneJvm();
    check(missed == 0 || !wanted, c + " is not found with " + missed + " seeds");
    double median = KernelRuns.median(iterations);
    return Double.isInfinite(median)
        ? " none |"
        : String.format(Locale.ROOT, " %.0f (%.1f s) |", median, KernelRuns.median(seconds));
  }

  private String peer(ClassicCase c) throws IOException, InterruptedException {
    Lincheck peer = subjects.peer();
    if (peer == null) {
      return " |";
    }
    Lincheck.Found found = peer.find(c);
    String time =
        found.seconds() < 0 ? "" : String.format(Locale.ROOT, " (%.1f s)", found.seconds());
    return " " + (found.iterations() < 0 ? "none" : found.iterations()) + time + " |";
  }

  private void twin(ClassicCase c) throws IOException, InterruptedException {
    EntryRuns runs = subjects.runs(c);
    int failures = runs.learn();
    EntryRuns.Tried tried = runs.explore(SYSTEMATIC, 1, PREEMPTIONS, MOST, false);
    System.out.printf(
        Locale.ROOT,
        "%s: %d failures in %d schedules, bound %d%s, %.1f s%n",
        c.name(),
        failures + tried.found().size(),
        tried.explored().schedules(),
        tried.explored().bound(),
        tried.explored().exhausted() ? " exhausted" : "",
        tried.seconds());
    check(failures + tried.found().size() == 0, c + " fails");
    check(tried.explored().exhausted(), c + " is not exhausted");
  }

  private void check(boolean right, String what) {
    if (!right) {
      System.err.println("pm: " + what);
      failed = true;
    }
  }
}
