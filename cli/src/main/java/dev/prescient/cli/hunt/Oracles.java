package dev.prescient.cli.hunt;

import dev.prescient.replay.Failure;
import dev.prescient.replay.TargetRunner;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a controlled run failed: what the agent saw, and what only the outside can see.
 *
 * @param okExits statuses that are no failure
 * @param failOn what must not occur in the program's output; null for nothing
 * @param command a shell command that judges a run; null for none
 * @param output whether standard output must be the baseline's
 * @param baseline null if there is none to compare with
 */
public record Oracles(
    Set<Integer> okExits,
    @Nullable Pattern failOn,
    @Nullable String command,
    boolean output,
    @Nullable Baseline baseline) {
  private static final int COMMAND_TIMEOUT_S = 60;

  /**
   * The program without the agent.
   *
   * @param status exit status
   * @param stdout standard output
   */
  public record Baseline(int status, String stdout) {}

  /** The run's failures, the agent's first; empty if it is fine. */
  public List<Failure> judge(TargetRunner.Result run) throws IOException, InterruptedException {
    List<Failure> failures = new ArrayList<>(run.outcome().failures());
    Failure behind = null; // the agent's, which knows the last exception: judged by the options
    for (Failure f : run.outcome().failures()) {
      behind = f.kind() == Failure.Kind.EXIT_STATUS ? f : behind;
    }
    failures.remove(behind);
    if (!failures.isEmpty() || run.timedOut()) {
      return failures;
    }
    int status = run.outcome().status();
    boolean asBaseline = baseline != null && baseline.status() == status;
    if (status != 0 && !okExits.contains(status) && !asBaseline) {
      failures.add(
          behind != null
              ? behind
              : outside(
                  Failure.Kind.EXIT_STATUS,
                  "exit status "
                      + status
                      + (baseline == null ? "" : ", without the agent " + baseline.status())));
    }
    if (failOn != null) {
      Matcher m = failOn.matcher(run.stdout() + "\n" + run.stderr());
      if (m.find()) {
        failures.add(outside(Failure.Kind.ORACLE, "output matches --fail-on: " + cut(m.group())));
      }
    }
    if (output && baseline != null && !baseline.stdout().equals(run.stdout())) {
      failures.add(outside(Failure.Kind.OUTPUT, difference(baseline.stdout(), run.stdout())));
    }
    if (command != null) {
      int judged = judge(command, run);
      if (judged != 0) {
        failures.add(outside(Failure.Kind.ORACLE, "'" + command + "' exits with " + judged));
      }
    }
    return failures;
  }

  private static int judge(String command, TargetRunner.Result run)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", command);
    builder.environment().put("PM_RUN", run.folder().toString());
    builder.environment().put("PM_STATUS", String.valueOf(run.outcome().status()));
    builder.redirectInput(run.folder().resolve("stdout.txt").toFile());
    builder.redirectOutput(run.folder().resolve("oracle.txt").toFile());
    builder.redirectErrorStream(true);
    Process process = builder.start();
    if (!process.waitFor(COMMAND_TIMEOUT_S, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(
          "the oracle '" + command + "' did not end in " + COMMAND_TIMEOUT_S + " s");
    }
    return process.exitValue();
  }

  private static String difference(String expected, String found) {
    List<String> e = expected.lines().toList();
    List<String> f = found.lines().toList();
    for (int i = 0; i < Math.max(e.size(), f.size()); i++) {
      String expectedLine = i < e.size() ? e.get(i) : "[end]";
      String foundLine = i < f.size() ? f.get(i) : "[end]";
      if (!expectedLine.equals(foundLine)) {
        return "standard output, line "
            + (i + 1)
            + ": expected "
            + cut(expectedLine)
            + ", found "
            + cut(foundLine);
      }
    }
    return "standard output differs in line ends";
  }

  private static String cut(String s) {
    String line = s.lines().findFirst().orElse("");
    return line.length() <= 80 ? line : line.substring(0, 80) + "…";
  }

  private static Failure outside(Failure.Kind kind, String reason) {
    return new Failure(kind, reason, null, "", "", "", null, List.of());
  }
}
