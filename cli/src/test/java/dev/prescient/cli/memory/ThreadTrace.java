package dev.prescient.cli.memory;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One way a thread may go, with a value assumed for each of its loads.
 *
 * @param thread its name
 * @param events in program order, at most 64
 * @param registers at its end
 * @param stuckFrom index of the first event of the last turn of a loop that never ends, or -1
 * @param pending load that comes next, if its value is not known
 */
record ThreadTrace(
    String thread,
    List<Event> events,
    Map<String, Integer> registers,
    int stuckFrom,
    @Nullable Event pending) {

  /** What a thread does. */
  enum Kind {
    READ,
    WRITE,
    VOLATILE_READ,
    VOLATILE_WRITE,
    LOCK,
    UNLOCK,
    JOIN,
    FREEZE,
    PRINT;

    /** Whether it takes part in the synchronisation order (JLS 17.4.4). */
    boolean isSynchronisation() {
      return this != READ && this != WRITE && this != FREEZE && this != PRINT;
    }
  }

  /**
   * A step.
   *
   * @param kind of it
   * @param name the variable, monitor or thread
   * @param value read or written
   * @param dependsOn bits of the thread's loads, by their index, on which it depends: its value, or
   *     that it happens at all
   * @param site number of its statement among those of the thread
   */
  record Event(Kind kind, String name, int value, long dependsOn, int site) {}

  boolean isStuck() {
    return stuckFrom >= 0;
  }
}
