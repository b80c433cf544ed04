package dev.prescient.runtime.race;

import dev.prescient.runtime.ThreadState;
import org.jspecify.annotations.Nullable;

/**
 * Who is told of races: a part of the tool world. Called on the thread of the second access, before
 * or after that access, with its hooks off, once for each pair of sites.
 */
public interface RaceSink {
  /**
   * Two accesses that are not ordered by happens-before, one of them a write.
   *
   * @param o the object or array; null for a static field
   * @param field id of the field, 0 for an array element, {@link ObjectState#WHOLE} or {@link
   *     IteratorState#POSITION}
   * @param index of the element
   * @param firstWrites whether the earlier access wrote
   * @param firstEpoch when and by whom it was made
   * @param firstSite where
   * @param secondWrites whether the present access writes
   * @param secondSite where
   * @param t the present thread
   */
  void race(
      @Nullable Object o,
      int field,
      int index,
      boolean firstWrites,
      long firstEpoch,
      int firstSite,
      boolean secondWrites,
      int secondSite,
      ThreadState t);
}
