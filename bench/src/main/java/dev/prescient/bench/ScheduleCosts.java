package dev.prescient.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * {@code java -cp benchmarks.jar:pm.jar dev.prescient.bench.ScheduleCosts [--rounds 3] [--lincheck
 * FOLDER] CASES}: CPU milliseconds per schedule of correct programs with two threads, in one JVM
 * that is warm: that of many schedules less that of some, divided by how many more they are. Beside
 * it a plain program that starts and joins two threads, and Lincheck if its jars are given. Ends
 * with 1 if a random schedule takes more than {@value #TARGET_MS} ms.
 */
public final class ScheduleCosts {
  private static final double TARGET_MS = 0.4;
  private static final int FEW = 2_000;
  private static final int MANY = 10_000;
  private static final int PEERS = 3_000;
  private static final String FIRST_COMPILER = "-XX:TieredStopAtLevel=1";

  private final Subjects subjects;

  private ScheduleCosts(Subjects subjects) {
    this.subjects = subjects;
  }

  public static void main(String[] args) throws Exception {
    int rounds = 3;
    Path jars = null;
    List<String> words = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--rounds" -> rounds = Integer.parseInt(args[++i]);
        case "--lincheck" -> jars = Path.of(args[++i]).toAbsolutePath();
        default -> words.add(args[i]);
      }
    }
    if (words.size() != 1) {
      System.err.println("pm: expected [--rounds N] [--lincheck FOLDER] CASES");
      System.exit(2);
    }
    ScheduleCosts costs = new ScheduleCosts(Subjects.of(Path.of(words.get(0)), jars));
    costs.print("two threads started and joined", rounds, costs::threads);
    double worst = 0;
    for (ClassicCase c : costs.subjects.named(List.of("AccountLocked", Subjects.LOCKED_TWICE))) {
      worst = Math.max(worst, costs.print(c.name() + ", p", rounds, () -> costs.ours(c, "p")));
      costs.peer(c, rounds);
    }
    ClassicCase longer = new ClassicCase(Subjects.LOCKED_TWICE, false, true);
    costs.print(longer.name() + ", icb", rounds, () -> costs.ours(longer, "icb"));
    if (worst > TARGET_MS) {
      System.err.printf(Locale.ROOT, "pm: %.2f ms is more than %.1f%n", worst, TARGET_MS);
      System.exit(1);
    }
  }

  /** A measurement. */
  @FunctionalInterface
  private interface Cost {
    double ms() throws IOException, InterruptedException;
  }

  private double print(String what, int rounds, Cost cost)
      throws IOException, InterruptedException {
    List<Double> all = new ArrayList<>();
    for (int i = 0; i < rounds; i++) {
      all.add(cost.ms());
    }
    double median = KernelRuns.median(all);
    System.out.printf(Locale.ROOT, "| %s | %.2f | %s |%n", what, median, texts(all));
    return median;
  }

  private static String texts(List<Double> all) {
    return String.join(", ", all.stream().map(d -> String.format(Locale.ROOT, "%.2f", d)).toList());
  }

  private double ours(ClassicCase c, String strategy) throws IOException, InterruptedException {
    int preemptions = 64; // a systematic exploration must not come to its end
    EntryRuns runs = subjects.runs(c);
    EntryRuns.Tried few = runs.explore(strategy, 1, preemptions, FEW, false);
    EntryRuns.Tried many = runs.explore(strategy, 1, preemptions, MANY, false);
    return (many.cpuMs() - few.cpuMs())
        / (many.explored().schedules() - few.explored().schedules());
  }

  private double threads() throws IOException, InterruptedException {
    return (threads(MANY) - threads(FEW)) / (MANY - FEW);
  }

  private double threads(int times) throws IOException, InterruptedException {
    double before = ChildCpu.ms();
    new ProcessBuilder(
            subjects.java().toString(),
            FIRST_COMPILER,
            "-cp",
            subjects.classes().toString(),
            Subjects.THREADS,
            String.valueOf(times))
        .start()
        .waitFor();
    return ChildCpu.ms() - before;
  }

  private void peer(ClassicCase c, int rounds) throws IOException, InterruptedException {
    Lincheck peer = subjects.peer();
    if (peer != null) {
      print(c.name() + ", Lincheck", rounds, () -> peer.cost(c, PEERS, List.of()));
      print(
          c.name() + ", Lincheck, first compiler",
          rounds,
          () -> peer.cost(c, PEERS, List.of(FIRST_COMPILER)));
    }
  }
}
