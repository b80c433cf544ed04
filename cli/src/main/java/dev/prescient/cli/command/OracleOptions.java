package dev.prescient.cli.command;

import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.PmException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What counts as a failure beside exceptions, deadlocks and the like. */
final class OracleOptions {
  /** The oracle that compares standard output with the baseline's. */
  private static final String OUTPUT = "output";

  @Option(
      names = "--fail-on",
      paramLabel = "REGEX",
      description = "The program's output must not match it.")
  private @Nullable String failOn;

  @Option(
      names = "--ok-exit",
      paramLabel = "N",
      description = "An exit status that is no failure; may be repeated.")
  private List<Integer> okExits = List.of();

  @Option(
      names = "--oracle",
      paramLabel = "COMMAND",
      description = {
        "'output': standard output must be that of the run without the agent. Else a shell command"
            + " that judges a run: it reads the output on standard input, the status in PM_STATUS;"
            + " not 0 is a failure."
      })
  private @Nullable String oracle;

  Set<Integer> okExits() {
    return new LinkedHashSet<>(okExits);
  }

  @Nullable Pattern failOn() {
    try {
      return failOn == null ? null : Pattern.compile(failOn);
    } catch (PatternSyntaxException e) {
      throw new PmException(ExitCode.USAGE, "--fail-on: " + e.getMessage());
    }
  }

  /** Whether an option asks for the output or the status of a process. */
  boolean looksAtProcess() {
    return failOn != null || oracle != null || !okExits.isEmpty();
  }

  boolean comparesOutput() {
    return OUTPUT.equals(oracle);
  }

  @Nullable String command() {
    return comparesOutput() ? null : oracle;
  }
}
