package dev.prescient.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * {@code java -cp benchmarks.jar dev.prescient.bench.Kernels [--rounds 5] [--reps 4] [--small]
 * [--heap] [--options key=value,…] [kernel …]}: ten race-free multithreaded programs, natively and
 * under the agent in turn, and a table of the process CPU time of their warm repetitions, median of
 * the rounds; {@code --heap} prints live heaps instead. A kernel checks its own result; a wrong one
 * or a report ends the run with status 1.
 *
 * <p>The sources are in the jar, under {@code kernels/}.
 */
public final class Kernels {
  private static final int THREADS = 2;
  private static final int TIMEOUT_MINUTES = 30;
  private static final Pattern LINE = Pattern.compile("kern=(\\w+) .* cpu=(\\d+) check=(\\S+)");
  private static final Pattern TOTAL = Pattern.compile("Total +\\d+ +(\\d+).*");

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

  private final Path folder;
  private final Path agent;
  private final String options;
  private final int reps;
  private boolean failed;

  private Kernels(Path folder, Path agent, String options, int reps) {
    this.folder = folder;
    this.agent = agent;
    this.options = options;
    this.reps = reps;
  }

  public static void main(String[] args) throws Exception {
    int rounds = 5;
    int reps = 4;
    boolean heap = false;
    Map<String, Integer> sizes = DEFAULT;
    String options = "";
    List<String> names = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--rounds" -> rounds = Integer.parseInt(args[++i]);
        case "--reps" -> reps = Integer.parseInt(args[++i]);
        case "--options" -> options = "," + args[++i];
        case "--small" -> sizes = SMALL;
        case "--heap" -> heap = true;
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
    Kernels kernels =
        new Kernels(
            Files.createTempDirectory("prescient-kernels"), Benchmarks.agent(), options, reps);
    kernels.compile();
    List<String> chosen = names.isEmpty() ? List.copyOf(DEFAULT.keySet()) : names;
    if (heap) {
      kernels.heaps(chosen, sizes);
    } else {
      kernels.times(chosen, sizes, rounds);
    }
    if (kernels.failed) {
      System.exit(1);
    }
  }

  private void compile() throws IOException {
    List<String> arguments = new ArrayList<>(List.of("-nowarn", "-g", "-d", folder.toString()));
    List<String> names = new ArrayList<>(DEFAULT.keySet());
    names.addAll(List.of("Kern", "Rendezvous", "Rng"));
    for (String name : names) {
      Path source = folder.resolve(name + ".java");
      try (InputStream in = Kernels.class.getResourceAsStream("/kernels/" + name + ".java")) {
        if (in == null) {
          throw new IOException("no source of kernel " + name);
        }
        Files.write(source, in.readAllBytes());
      }
      arguments.add(source.toString());
    }
    if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new))
        != 0) {
      throw new IOException("the kernels do not compile");
    }
  }

  private void times(List<String> names, Map<String, Integer> sizes, int rounds)
      throws IOException, InterruptedException {
    System.out.printf(
        "%-8s %10s %12s %12s %7s%n", "kernel", "size", "native ms", "agent ms", "ratio");
    double logs = 0;
    for (String name : names) {
      int size = sizes.getOrDefault(name, 0);
      List<Double> plain = new ArrayList<>();
      List<Double> woven = new ArrayList<>();
      for (int round = 0; round < rounds; round++) {
        plain.add(warm(run(name, size, false)));
        woven.add(warm(run(name, size, true)));
      }
      double ratio = median(woven) / Math.max(median(plain), 1);
      logs += Math.log(ratio);
      System.out.printf(
          Locale.ROOT,
          "%-8s %10d %12.0f %12.0f %7.2f%n",
          name,
          size,
          median(plain),
          median(woven),
          ratio);
    }
    System.out.printf(Locale.ROOT, "geometric mean %.2f%n", Math.exp(logs / names.size()));
  }

  private void heaps(List<String> names, Map<String, Integer> sizes)
      throws IOException, InterruptedException {
    System.out.printf(
        "%-8s %10s %12s %12s %7s%n", "kernel", "size", "native MB", "agent MB", "ratio");
    for (String name : names) {
      int size = sizes.getOrDefault(name, 0);
      double plain = liveMb(name, size, false);
      double woven = liveMb(name, size, true);
      System.out.printf(
          Locale.ROOT, "%-8s %10d %12.1f %12.1f %7.2f%n", name, size, plain, woven, woven / plain);
    }
  }

  private Process start(String name, int size, boolean underAgent, int repetitions)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(tool("java"));
    if (underAgent) {
      command.add("-javaagent:" + agent + "=into=" + folder.resolve("run") + options);
    }
    command.addAll(List.of("-cp", folder.toString(), "kern." + name));
    command.addAll(
        List.of(String.valueOf(size), String.valueOf(THREADS), String.valueOf(repetitions)));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  /** CPU milliseconds of each repetition. */
  private List<Double> run(String name, int size, boolean underAgent)
      throws IOException, InterruptedException {
    Process process = start(name, size, underAgent, reps);
    List<Double> cpu = new ArrayList<>();
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        Matcher m = LINE.matcher(line);
        if (m.matches()) {
          cpu.add(Double.valueOf(m.group(2)));
          check(m.group(3).equals("ok"), line);
        } else {
          check(!line.startsWith("WARNING: prescient"), name + ": " + line);
        }
      }
    }
    check(process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES), name + " does not end");
    check(
        process.exitValue() == 0 && cpu.size() == reps,
        name + " ended with " + process.exitValue());
    return cpu;
  }

  private void check(boolean right, String what) {
    if (!right) {
      System.err.println("pm: " + what);
      failed = true;
    }
  }

  /** The live heap during the second repetition. */
  private double liveMb(String name, int size, boolean underAgent)
      throws IOException, InterruptedException {
    Process process = start(name, size, underAgent, 3);
    double mb = Double.NaN;
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        Matcher m = LINE.matcher(line);
        if (m.matches() && Double.isNaN(mb)) {
          check(m.group(3).equals("ok"), line);
          mb = histogramMb(process.pid());
        }
      }
    }
    process.waitFor();
    return mb;
  }

  private static double histogramMb(long pid) throws IOException {
    Process jcmd =
        new ProcessBuilder(tool("jcmd"), String.valueOf(pid), "GC.class_histogram")
            .redirectErrorStream(true)
            .start();
    @Nullable String total = null;
    try (BufferedReader out = jcmd.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        Matcher m = TOTAL.matcher(line);
        if (m.matches()) {
          total = m.group(1);
        }
      }
    }
    return total == null ? Double.NaN : Long.parseLong(total) / 1e6;
  }

  /** The median of all repetitions but the first. */
  private static double warm(List<Double> cpu) {
    return cpu.size() < 2 ? Double.NaN : median(cpu.subList(1, cpu.size()));
  }

  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
