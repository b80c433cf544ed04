package dev.prescient.cli.target;

import dev.prescient.agent.AgentOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * One start of the program.
 *
 * @param folder exists; gets {@code stdout.txt}, {@code stderr.txt} and, from the agent, the rest
 * @param agent whether the agent comes along
 * @param options the agent's, beside {@code into}
 * @param assertions whether {@code -ea} is given
 * @param quick whether the JVM compiles with its first compiler only: half the cost of a short run
 * @param timeout after which the JVM is ended
 * @param output what happens to the program's output beside being kept
 */
public record Launch(
    Path folder,
    boolean agent,
    Map<AgentOption, String> options,
    boolean assertions,
    boolean quick,
    Duration timeout,
    Output output) {

  /** What happens to the program's output beside being kept in files. */
  public enum Output {
    /** Nothing. */
    KEEP,
    /** Standard output and standard error pass through unchanged; standard input as well. */
    PASS,
    /** Both go to our standard error, because our standard output holds a JSON document. */
    PASS_TO_STDERR
  }
}
