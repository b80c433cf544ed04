package dev.prescient.bench;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * {@code java -jar benchmarks.jar [JMH options]}: runs every benchmark natively and under the agent
 * in {@code race} mode, in turn, and prints both and their ratio in one table. The harness itself
 * is not woven: its black hole would be what is measured.
 *
 * <p>The agent is {@code pm.jar} of the same build, or the one named by {@code -Dpm.jar=…}.
 */
public final class Benchmarks {
  private Benchmarks() {}

  /** Times of both sides in ns per invocation, by benchmark; errors are JMH's 99.9 % intervals. */
  private record Pair(double nativeNs, double nativeError, double agentNs, double agentError) {}

  public static void main(String[] args)
      throws RunnerException, CommandLineOptionException, URISyntaxException, IOException {
    Path agent = agent();
    CommandLineOptions given = new CommandLineOptions(args);
    if (given.shouldHelp()) {
      given.showHelp();
      return;
    }
    Map<String, double[]> plain = run(given, List.of());
    Map<String, double[]> woven =
        run(
            given,
            List.of(
                "-javaagent:" + agent + "=mode=race,exclude=org.openjdk.jmh.*,out=" + scratch()));
    print(pairs(plain, woven));
    if (plain.isEmpty() || !plain.keySet().equals(woven.keySet())) {
      System.err.println("pm: some benchmarks did not run on both sides; see JMH's output above.");
      System.exit(1);
    }
  }

  private static Map<String, double[]> run(CommandLineOptions given, List<String> jvmArguments)
      throws RunnerException {
    List<String> arguments = new ArrayList<>(jvmArguments);
    arguments.add("-Xshare:auto");
    Options options =
        new OptionsBuilder()
            .parent(given)
            .forks(given.getForkCount().orElse(1))
            .jvmArgsAppend(arguments.toArray(new String[0]))
            .build();
    Collection<RunResult> results = new Runner(options).run();
    Map<String, double[]> byName = new TreeMap<>();
    for (RunResult r : results) {
      Result<?> primary = r.getPrimaryResult();
      String name = r.getParams().getBenchmark();
      byName.put(
          name.substring(name.lastIndexOf('.') + 1),
          new double[] {primary.getScore(), primary.getScoreError()});
    }
    return byName;
  }

  private static Map<String, Pair> pairs(Map<String, double[]> plain, Map<String, double[]> woven) {
    Map<String, Pair> pairs = new TreeMap<>();
    plain.forEach(
        (name, p) -> {
          double[] w = woven.get(name);
          if (w != null) {
            pairs.put(name, new Pair(p[0], p[1], w[0], w[1]));
          }
        });
    return pairs;
  }

  private static void print(Map<String, Pair> pairs) {
    double n = HookBenchmark.REPEAT;
    System.out.printf("%n%-14s %18s %18s %8s%n", "ns/operation", "native", "race mode", "ratio");
    pairs.forEach(
        (name, p) ->
            System.out.printf(
                "%-14s %9.2f ± %5.2f %10.2f ± %5.2f %8.1f%n",
                name,
                p.nativeNs / n,
                p.nativeError / n,
                p.agentNs / n,
                p.agentError / n,
                p.agentNs / p.nativeNs));
  }

  /** A folder for the runs that the agent writes, deleted by nobody: it is the system's scratch. */
  private static String scratch() {
    return new File(System.getProperty("java.io.tmpdir"), "prescient-bench").getPath();
  }

  /** The agent to measure. */
  static Path agent() throws URISyntaxException {
    String named = System.getProperty("pm.jar");
    Path own =
        Path.of(Benchmarks.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Path jar =
        named != null
            ? Path.of(named)
            : own.resolveSibling("../../cli/target/pm.jar").normalize().toAbsolutePath();
    if (!Files.isRegularFile(jar)) {
      System.err.println(
          "pm: no agent at " + jar + ". Build it with 'mvn package', or name it with -Dpm.jar=.");
      System.exit(2);
    }
    return jar;
  }
}
