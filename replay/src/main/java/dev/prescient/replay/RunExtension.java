package dev.prescient.replay;

import dev.prescient.agent.AgentContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What takes part in every controlled run beside the scheduler: a memory model, a detector, a
 * capture of events. Implementations are found by {@link java.util.ServiceLoader}.
 */
public interface RunExtension {
  /**
   * On the thread that is about to run the program's main, before the scheduler takes control.
   *
   * @param folder of the run
   */
  void begin(AgentContext context, Path folder) throws IOException;

  /**
   * At the end of the run, on whatever thread ends it, all others standing still: writes its own
   * files into the run's folder.
   */
  void atExit(Path folder) throws IOException;

  /** What became of injections; asked after {@link #atExit}. */
  default List<Outcome.Injected> injections() {
    return List.of();
  }

  /** Counts for the outcome; asked after {@link #atExit}. */
  default Map<String, Long> counts() {
    return Map.of();
  }
}
