package dev.prescient.agent;

import dev.prescient.agent.instrument.Weaving;
import java.util.Set;

/**
 * What an agent run does with the program. Implementations live above the agent and are found by
 * {@link java.util.ServiceLoader}.
 */
public interface Mode {
  /** Values of the option {@code mode} that this implementation serves. */
  Set<String> names();

  /** What is woven; asked once, before any class is transformed. */
  Weaving weaving(AgentContext context);

  /**
   * Starts the mode on the thread that is about to run the program's main, after the JDK classes
   * loaded so far were retransformed. Installs the runtime's sinks and the {@link
   * dev.prescient.runtime.Exit} action and turns the hooks on.
   */
  void begin(AgentContext context);
}
