package dev.prescient.replay;

import dev.prescient.agent.AgentContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What takes part in every controlled run beside the scheduler: a memory model, a detector, a
 * capture of events. They are found by their names, since some live above this package, and a
 * {@link java.util.ServiceLoader} would open the program's whole class path.
 */
public interface RunExtension {
  /** One of each, in the order in which they take part. */
  static List<RunExtension> all() {
    List<RunExtension> all = new ArrayList<>();
    for (String name :
        List.of(
            "dev.prescient.replay.TraceCapture",
            "dev.prescient.replay.memory.MemoryExtension",
            "dev.prescient.replay.RaceDetection")) {
      try {
        Class<?> c = Class.forName(name);
        all.add(c.asSubclass(RunExtension.class).getConstructor().newInstance());
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
    return all;
  }

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
