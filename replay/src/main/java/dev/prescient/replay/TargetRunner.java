package dev.prescient.replay;

import dev.prescient.agent.AgentOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Runs the program under test once more in a JVM of its own. Implemented by the command line; here
 * so that exploration and classification, which need many runs, stay free of process handling.
 */
public interface TargetRunner {
  /**
   * Starts the program with the agent and waits for its end.
   *
   * @param options agent options beside {@code into}, {@code include} and the like, which the
   *     runner sets itself
   * @throws IOException if the JVM cannot be started or its outcome cannot be read
   */
  Result run(Map<AgentOption, String> options) throws IOException, InterruptedException;

  /**
   * What a run left.
   *
   * @param folder with {@code outcome.json}, {@code trace/}, {@code races.json} …
   * @param outcome as told by the agent
   * @param stdout of the program
   * @param stderr of the program, without our lines
   * @param timedOut whether the runner had to kill it
   */
  record Result(Path folder, Outcome outcome, String stdout, String stderr, boolean timedOut) {}
}
