package dev.prescient.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code java -cp benchmarks.jar dev.prescient.bench.Kernels [--rounds 5] [--reps 4] [--small]
 * [--floor] [--heap] [--ablate] [--options key=value,…] [kernel …]}: ten race-free multithreaded
 * programs, natively and under the agent in turn, and a table of the process CPU time of their warm
 * repetitions, median of the rounds. {@code --floor} adds a column of the agent whose hooks do
 * nothing. {@code --heap} prints live heaps instead, and {@code --ablate} what each part of the
 * agent buys: its CPU time without that part, as a multiple of that with all. A kernel checks its
 * own result; a wrong one or a report ends the run with status 1.
 *
 * <p>The sources are in the jar, under {@code kernels/}.
 */
public final class Kernels {

  /** Size by default, and a small one; 0 where the source's own is meant. */
  private static final Map<String, Integer> SMALL = new LinkedHashMap<>();

  static {
    SMALL.put("Sor", 1000);
    SMALL.put("Lufact", 700);
    SMALL.put("Sparse", 100_000);
    SMALL.put("Crypt", 1_000_000);
    SMALL.put("Series", 8000);
    SMALL.put("MolDyn", 10);
    SMALL.put("Ray", 300);
    SMALL.put("Bank", 300_000);
    SMALL.put("Rings", 1_000_000);
    SMALL.put("JucMix", 1000);
  }

  private static final Map<String, Integer> DEFAULT = new LinkedHashMap<>();

  static {
    DEFAULT.put("Sor", 4000);
    DEFAULT.put("Lufact", 2800);
    DEFAULT.put("Sparse", 2_000_000);
    DEFAULT.put("Crypt", 30_000_000);
    DEFAULT.put("Series", 60_000);
    DEFAULT.put("MolDyn", 17);
    DEFAULT.put("Ray", 2300);
    DEFAULT.put("Bank", 2_000_000);
    DEFAULT.put("Rings", 30_000_000);
    DEFAULT.put("JucMix", 30_000);
  }

  private final KernelRuns runs;
  private final KernelRuns.Agent agent;
  private final Path folder;
  private final Map<String, Integer> sizes;
  private final int rounds;

  private Kernels(
      KernelRuns runs,
      KernelRuns.Agent agent,
      Path folder,
      Map<String, Integer> sizes,
      int rounds) {
    this.runs = runs;
    this.agent = agent;
    this.folder = folder;
    this.sizes = sizes;
    this.rounds = rounds;
  }

  public static void main(String[] args) throws Exception {
    int rounds = 5;
    int reps = 4;
    String table = "";
    Map<String, Integer> sizes = DEFAULT;
    String options = "";
    List<String> names = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--rounds" -> rounds = Integer.parseInt(args[++i]);
        case "--reps" -> reps = Integer.parseInt(args[++i]);
        case "--options" -> options = "," + args[++i];
        case "--small" -> sizes = SMALL;
        case "--floor", "--heap", "--ablate" -> table = args[i];
        default -> {
          if (!DEFAULT.containsKey(args[i])) {
            System.err.println(
                "pm: no kernel or option " + args[i] + "; kernels: " + DEFAULT.keySet());
            System.exit(2);
          }
          names.add(args[i]);
        }
      }
    }
    Path folder = Files.createTempDirectory("prescient-kernels");
    KernelRuns runs = new KernelRuns(folder, reps);
    runs.compile(DEFAULT.keySet());
    KernelRuns.Agent agent = new KernelRuns.Agent(Benchmarks.agent(), options);
    Kernels kernels = new Kernels(runs, agent, folder, sizes, rounds);
    List<String> chosen = names.isEmpty() ? List.copyOf(DEFAULT.keySet()) : names;
    switch (table) {
      case "--heap" -> kernels.heaps(chosen);
      case "--ablate" -> kernels.ablations(chosen);
      default -> kernels.times(chosen, table.equals("--floor"));
    }
    if (runs.failed()) {
      System.exit(1);
    }
  }

  private int size(String name) {
    return sizes.getOrDefault(name, 0);
  }

  private KernelRuns.Agent without(Ablation part) throws IOException {
    String cache = ",cache=" + folder.resolve("cache");
    return new KernelRuns.Agent(
        part.jar(agent.jar(), folder), agent.options() + part.options() + cache);
  }

  private void times(List<String> names, boolean floor) throws IOException, InterruptedException {
    KernelRuns.@Nullable Agent empty = floor ? without(Ablation.FLOOR) : null;
    System.out.printf(
        "%-8s %10s %12s %12s %7s%s%n",
        "kernel", "size", "native ms", "agent ms", "ratio", floor ? "     floor ms   ratio" : "");
    double logs = 0;
    for (String name : names) {
      List<Double> plain = new ArrayList<>();
      List<Double> woven = new ArrayList<>();
      List<Double> bare = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        plain.add(runs.warmMs(name, size(name), null));
        woven.add(runs.warmMs(name, size(name), agent));
        if (empty != null) {
          bare.add(runs.warmMs(name, size(name), empty));
        }
      }
      double nativeMs = Math.max(KernelRuns.median(plain), 1);
      double ratio = KernelRuns.median(woven) / nativeMs;
      logs += Math.log(ratio);
      System.out.printf(
          Locale.ROOT,
          "%-8s %10d %12.0f %12.0f %7.2f",
          name,
          size(name),
          nativeMs,
          KernelRuns.median(woven),
          ratio);
      if (empty != null) {
        double ms = KernelRuns.median(bare);
        System.out.printf(Locale.ROOT, " %12.0f %7.2f", ms, ms / nativeMs);
      }
      System.out.println();
    }
    System.out.printf(Locale.ROOT, "geometric mean %.2f%n", Math.exp(logs / names.size()));
  }

  /** A row for each part that is left out, a column for each kernel. */
  private void ablations(List<String> names) throws IOException, InterruptedException {
    System.out.printf("%-30s", "without");
    names.forEach(name -> System.out.printf(" %7s", name));
    System.out.printf("%n%-30s", "(with all: CPU ms)");
    List<Double> all = new ArrayList<>();
    for (String name : names) {
      all.add(medianMs(name, agent));
      System.out.printf(Locale.ROOT, " %7.0f", all.get(all.size() - 1));
    }
    System.out.println();
    for (Ablation part : Ablation.ALL) {
      if (part.kernels().stream().noneMatch(names::contains)) {
        continue;
      }
      System.out.printf("%-30s", part.name());
      KernelRuns.Agent without = without(part);
      for (int i = 0; i < names.size(); i++) {
        String name = names.get(i);
        System.out.print(
            part.kernels().contains(name)
                ? String.format(Locale.ROOT, " %7.2f", medianMs(name, without) / all.get(i))
                : "       -");
      }
      System.out.println();
    }
  }

  private double medianMs(String name, KernelRuns.Agent with)
      throws IOException, InterruptedException {
    List<Double> ms = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      ms.add(runs.warmMs(name, size(name), with));
    }
    return KernelRuns.median(ms);
  }

  private void heaps(List<String> names) throws IOException, InterruptedException {
    System.out.printf(
        "%-8s %10s %12s %12s %7s%n", "kernel", "size", "native MB", "agent MB", "ratio");
    for (String name : names) {
      double plain = runs.liveMb(name, size(name), null);
      double woven = runs.liveMb(name, size(name), agent);
      System.out.printf(
          Locale.ROOT,
          "%-8s %10d %12.1f %12.1f %7.2f%n",
          name,
          size(name),
          plain,
          woven,
          woven / plain);
    }
  }
}
