package dev.prescient.cli.target;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * How one start of the program ended.
 *
 * @param folder with {@code stdout.txt}, {@code stderr.txt} and the agent's files
 * @param status exit status; without meaning if it timed out
 * @param timedOut whether it had to be ended
 * @param duration from start to end
 */
public record Finished(Path folder, int status, boolean timedOut, Duration duration) {
  private static final int MAX_TEXT = 1 << 24;
  private static final Pattern NOT_STARTED =
      Pattern.compile(
          "^(Error: (Could not find or load main class|Main method not found|Main method is not|"
              + "Unable to (access|initialize)|LinkageError|JavaFX|An unexpected error|"
              + "A JNI error|Could not create the Java Virtual Machine|"
              + "A fatal exception has occurred)|Error occurred during initialization|"
              + "Unrecognized option|no main manifest attribute|error: ).*",
          Pattern.MULTILINE);

  /** What the program wrote to standard output, its first 16 MiB. */
  public String stdout() throws IOException {
    return text("stdout.txt");
  }

  /** What the program wrote to standard error, without the agent's lines. */
  public String stderr() throws IOException {
    return text("stderr.txt").replaceAll("(?m)^pm: .*(\\R|$)", "");
  }

  private String text(String name) throws IOException {
    try (var in = Files.newInputStream(folder.resolve(name))) {
      return new String(in.readNBytes(MAX_TEXT), StandardCharsets.UTF_8);
    }
  }

  /** Whether java itself, not the program, ended the start, in its words; empty if it did not. */
  public String notStarted() throws IOException {
    if (timedOut || status == 0) {
      return "";
    }
    String stderr = stderr();
    var m = NOT_STARTED.matcher(stderr);
    return m.lookingAt() ? m.group() : "";
  }

  /** Whether the agent refused its options, in its words; empty if it did not. */
  public String refused() throws IOException {
    if (status != ExitCode.USAGE || Files.exists(folder.resolve("agent.json"))) {
      return "";
    }
    return text("stderr.txt")
        .lines()
        .filter(l -> l.startsWith("pm: "))
        .map(l -> l.substring(4))
        .findFirst()
        .orElse("");
  }
}
