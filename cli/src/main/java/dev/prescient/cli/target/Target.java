package dev.prescient.cli.target;

import dev.prescient.agent.AgentOption;
import dev.prescient.replay.TargetRunner;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/** The program under test as a hunt sees it; a fake in tests. */
public interface Target extends TargetRunner {
  /** Without the agent. */
  Finished baseline(Duration timeout) throws IOException, InterruptedException;

  /** With the agent, in a mode that leaves no outcome. */
  Finished start(Map<AgentOption, String> options) throws IOException, InterruptedException;
}
