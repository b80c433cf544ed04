package dev.prescient.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * Runs kernels, each in a JVM of its own.
 *
 * <p>State: {@code failed} is set when a kernel did not end well, or had a report.
 */
final class KernelRuns {
  private static final int THREADS = 2;
  private static final int TIMEOUT_MINUTES = 30;
  private static final Pattern LINE = Pattern.compile("kern=(\\w+) .* cpu=(\\d+) check=(\\S+)");
  private static final Pattern TOTAL = Pattern.compile("Total +\\d+ +(\\d+).*");

  private final Path folder;
  private final int reps;
  private boolean failed;

  /** Runs of {@code reps} repetitions; files are put in a folder. */
  KernelRuns(Path folder, int reps) {
    this.folder = folder;
    this.reps = reps;
  }

  /** Whether something went wrong; it has been printed. */
  boolean failed() {
    return failed;
  }

  /** Compiles kernels, whose sources are in this jar. */
  void compile(Iterable<String> kernels) throws IOException {
    List<String> names = new ArrayList<>(List.of("Kern", "Rendezvous", "Rng"));
    kernels.forEach(names::add);
    List<String> arguments = new ArrayList<>(List.of("-nowarn", "-g", "-d", folder.toString()));
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

  /**
   * An agent to run under.
   *
   * @param options of its own; empty or beginning with a comma
   */
  record Agent(Path jar, String options) {}

  private Process start(String name, int size, @Nullable Agent agent, int repetitions)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(tool("java"));
    if (agent != null) {
      command.add("-javaagent:" + agent.jar + "=into=" + folder.resolve("run") + agent.options);
    }
    command.addAll(List.of("-cp", folder.toString(), "kern." + name));
    command.addAll(
        List.of(String.valueOf(size), String.valueOf(THREADS), String.valueOf(repetitions)));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String tool(String name) {
    return Path.of(System.getProperty("java.home"), "bin", name).toString();
  }

  /** CPU milliseconds of the median repetition but the first; natively if there is no agent. */
  double warmMs(String name, int size, @Nullable Agent agent)
      throws IOException, InterruptedException {
    Process process = start(name, size, agent, reps);
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
    return cpu.size() < 2 ? Double.NaN : median(cpu.subList(1, cpu.size()));
  }

  private void check(boolean right, String what) {
    if (!right) {
      System.err.println("pm: " + what);
      failed = true;
    }
  }

  /** The live heap during the second repetition. */
  double liveMb(String name, int size, @Nullable Agent agent)
      throws IOException, InterruptedException {
    Process process = start(name, size, agent, 3);
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

  static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    return sorted[sorted.length / 2];
  }
}
