package dev.prescient.cli.command;

import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.PmException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of every verb that runs the program under the controlled scheduler. */
final class ControlOptions {
  @Option(names = "--no-ea", description = "Do not turn the program's assertions on.")
  private boolean noAssertions;

  @Option(
      names = "--tries",
      paramLabel = "N",
      description = "Reruns of a failure: it is reported with how many failed (default: 20).")
  private @Nullable Integer tries;

  @Option(
      names = "--encoding",
      paramLabel = "PARTS",
      defaultValue = "ds+hs",
      description = "Of the explanation: ds, or ds+hs (default: ${DEFAULT-VALUE}).")
  private String encoding = "ds+hs";

  boolean assertions() {
    return !noAssertions;
  }

  int tries(int fallback) {
    if (tries == null) {
      return fallback;
    }
    CommonOptions.positive("--tries", tries);
    return tries;
  }

  String encoding() {
    if (!encoding.equals("ds") && !encoding.equals("ds+hs")) {
      throw new PmException(ExitCode.USAGE, "--encoding " + encoding + ": expected ds or ds+hs.");
    }
    return encoding;
  }
}
