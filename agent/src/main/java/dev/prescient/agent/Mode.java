package dev.prescient.agent;

import dev.prescient.agent.instrument.Weaving;

/**
 * What an agent run does with the program. Implementations live above the agent and are found by
 * their names: a {@link java.util.ServiceLoader} would open the program's whole class path.
 */
public interface Mode {
  /**
   * The one that serves a value of the option {@code mode}.
   *
   * @throws AgentOptions.Invalid if none does
   */
  static Mode of(String name) {
    String implementation =
        switch (name) {
          case "race" -> "dev.prescient.profiler.race.RaceMode";
          case "profile", "record", "replay", "explore", "trace" ->
              "dev.prescient.replay.ControlledMode";
          case "record-free" -> "dev.prescient.replay.FreeMode";
          default ->
              throw new AgentOptions.Invalid(
                  "agent option mode=" + name + ": expected " + AgentOption.MODE.legal + ".");
        };
    try {
      return Class.forName(implementation).asSubclass(Mode.class).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What is woven; asked once, before any class is transformed. */
  Weaving weaving(AgentContext context);

  /**
   * Starts the mode on the thread that is about to run the program's main, after the JDK classes
   * loaded so far were retransformed. Installs the runtime's sinks and the {@link
   * dev.prescient.runtime.Exit} action and turns the hooks on.
   */
  void begin(AgentContext context);
}
