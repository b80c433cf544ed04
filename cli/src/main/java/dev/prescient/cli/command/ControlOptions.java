package dev.prescient.cli.command;

import dev.prescient.cli.hunt.CapturingExplainer;
import dev.prescient.cli.target.ExitCode;
import dev.prescient.cli.target.PmException;
import dev.prescient.slicer.formula.Encoding;
import java.util.List;
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
      defaultValue = CapturingExplainer.AUTO,
      description =
          "Of the explanation: ds, cs, hs, late joined with + (default: ds+hs, and"
              + " ds+cs+hs+late where that keeps one thread only); none: no explanation.")
  private String encoding = CapturingExplainer.AUTO;

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
    try {
      return List.of(CapturingExplainer.AUTO, CapturingExplainer.NONE).contains(encoding)
          ? encoding
          : Encoding.parse(encoding).toString();
    } catch (IllegalArgumentException e) {
      throw new PmException(ExitCode.USAGE, "--" + e.getMessage() + ".");
    }
  }
}
