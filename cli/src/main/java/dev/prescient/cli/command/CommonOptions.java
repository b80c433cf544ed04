package dev.prescient.cli.command;

import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import dev.prescient.cli.report.Console;
import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.PmException;
import dev.prescient.profiler.race.Baseline;
import dev.prescient.profiler.race.Suppressions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every verb that has to do with a program. */
final class CommonOptions {
  @Option(
      names = "--out",
      paramLabel = "FOLDER",
      description = "Where run folders are made (default: pm-out).")
  @Nullable String out;

  @Option(
      names = "--include",
      paramLabel = "PATTERNS",
      description = "Classes to look at, separated by ':', with * and ? (default: *).")
  @Nullable String include;

  @Option(
      names = "--exclude",
      paramLabel = "PATTERNS",
      description = "Classes to leave alone, separated by ':', with * and ?.")
  @Nullable String exclude;

  @Option(
      names = "--jdk",
      paramLabel = "HOW",
      description = "objects (default), internals, sync, none.")
  @Nullable String jdk;

  @Option(
      names = "--suppressions",
      paramLabel = "FILE",
      description = "Races that are not to be reported, and why.")
  @Nullable Path suppressions;

  @Option(
      names = "--baseline",
      paramLabel = "RUN",
      description = "The folder of an earlier run, or its report.json: its races are known.")
  @Nullable Path baseline;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "A properties file with the agent's keys.")
  @Nullable String config;

  @Option(names = "--seed", paramLabel = "N", description = "Random seed (default: 1).")
  @Nullable String seed;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      defaultValue = "10m",
      description = "Of each run of the program (default: ${DEFAULT-VALUE}).")
  Duration timeout = Duration.ofMinutes(10);

  @Option(
      names = "--java",
      paramLabel = "JDK",
      description = "The JDK, or its java, that runs the program (default: the one that runs pm).")
  @Nullable String java;

  @Option(
      names = "--exitcode",
      paramLabel = "N",
      defaultValue = "66",
      description = "Status when something was found (default: ${DEFAULT-VALUE}).")
  int exitcode = ExitCode.FINDINGS;

  @Option(names = "--json", description = "One JSON document on standard output.")
  boolean json;

  @Option(
      names = "--sarif",
      description = "A SARIF 2.1.0 log on standard output; the run folder has one anyway.")
  boolean sarif;

  @Option(
      names = "--color",
      paramLabel = "WHEN",
      defaultValue = "auto",
      description = "auto, always or never (default: ${DEFAULT-VALUE}; NO_COLOR is honoured).")
  Console.Color color = Console.Color.AUTO;

  @Option(names = "--quiet", description = "Only the report and errors.")
  boolean quiet;

  @Option(names = "-v", description = "Tell more.")
  boolean verbose;

  @Option(
      names = "--progress",
      paramLabel = "HOW",
      defaultValue = "auto",
      description = "auto, plain or none (default: ${DEFAULT-VALUE}).")
  Console.Progress progress = Console.Progress.AUTO;

  Console console() {
    return new Console(System.err, quiet, verbose, progress, color);
  }

  /**
   * The agent's options in force: flags before {@code PM_OPTIONS} before files.
   *
   * @throws PmException if one is wrong, or a file that one names
   * @throws dev.prescient.profiler.json.JsonFormatException if the baseline is no file of ours
   */
  AgentOptions agentOptions(Map<AgentOption, String> more) throws IOException {
    if (json && sarif) {
      throw new PmException(
          ExitCode.USAGE, "--json and --sarif: standard output holds one document, choose one.");
    }
    if (exitcode < 0 || exitcode > 255) {
      throw new PmException(ExitCode.USAGE, "--exitcode " + exitcode + ": expected 0..255.");
    }
    Map<AgentOption, String> flags = new EnumMap<>(more);
    put(flags, AgentOption.OUT, out);
    put(flags, AgentOption.INCLUDE, include);
    put(flags, AgentOption.EXCLUDE, exclude);
    put(flags, AgentOption.JDK, jdk);
    put(flags, AgentOption.SUPPRESSIONS, absolute(suppressions));
    put(flags, AgentOption.BASELINE, absolute(baseline));
    put(flags, AgentOption.CONFIG, config);
    put(flags, AgentOption.SEED, seed);
    try {
      AgentOptions options = AgentOptions.of(flags);
      Suppressions.of(options); // wrong ones are told before anything starts
      Baseline.of(options);
      return options;
    } catch (AgentOptions.Invalid e) {
      throw new PmException(ExitCode.USAGE, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Checks a number.
   *
   * @throws PmException if it is below 1
   */
  static void positive(String option, int value) {
    if (value < 1) {
      throw new PmException(ExitCode.USAGE, option + " " + value + ": expected 1 or more.");
    }
  }

  private static @Nullable String absolute(@Nullable Path file) {
    return file == null ? null : file.toAbsolutePath().normalize().toString();
  }

  private static void put(Map<AgentOption, String> flags, AgentOption k, @Nullable String value) {
    if (value != null) {
      flags.put(k, value);
    }
  }

  /** Where run folders are made or looked for. */
  Path outFolder(AgentOptions options) {
    return Path.of(options.text(AgentOption.OUT));
  }
}
