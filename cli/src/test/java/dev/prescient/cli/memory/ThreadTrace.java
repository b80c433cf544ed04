package dev.prescient.cli.memory;

import java.util.List;
import java.util.Map;

/**
 * One way a thread may go, with a value assumed for each of its loads.
 *
 * @param thread its name
 * @param events in program order, at most 64
 * @param registers at its end
 * @param stuckFrom index of the first event of the last turn of a loop that never ends, or -1
 */
record ThreadTrace(
    String thread, List<Event> events, Map<String, Integer> registers, int stuckFrom) {

  /** What a thread does. */
  enum Kind {
    READ,
    WRITE,
    VOLATILE_READ,
    VOLATILE_WRITE,
    LOCK,
    UNLOCK,
    JOIN,
    FREEZE;

    /** Whether it takes part in the synchronisation order (JLS 17.4.4). */
    boolean isSynchronisation() {
      return this != READ && this != WRITE && this != FREEZE;
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
   */
  record Event(Kind kind, String name, int value, long dependsOn) {}

  boolean isStuck() {
    return stuckFrom >= 0;
  }
}
