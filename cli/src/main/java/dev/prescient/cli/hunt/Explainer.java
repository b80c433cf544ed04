package dev.prescient.cli.hunt;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.report.Finding;
import dev.prescient.replay.TargetRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Cuts a failing run down to the statements that matter; a fake in tests. */
public interface Explainer {
  /** Thrown when there is no explanation; the message says why. */
  final class Unexplained extends Exception {
    private static final long serialVersionUID = 1L;

    public Unexplained(String message) {
      super(message);
    }
  }

  /**
   * Runs a failure once more with capture and slices it.
   *
   * @param home the failure's folder; gets {@code slice.txt}
   * @param rerun the agent's options that reproduce it
   * @param encoding {@code ds}, {@code ds+hs}, …, or {@code auto}
   * @throws Unexplained if there is nothing to slice
   */
  Finding.Slice explain(
      TargetRunner target,
      Path home,
      Map<AgentOption, String> rerun,
      Finding finding,
      String encoding)
      throws Unexplained, IOException, InterruptedException;
}
