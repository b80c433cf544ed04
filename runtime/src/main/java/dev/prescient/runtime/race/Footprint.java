package dev.prescient.runtime.race;

import dev.prescient.runtime.ThreadState;
import org.jspecify.annotations.Nullable;

/**
 * What a thread accessed of one array in its present epoch (the footprint of <em>SlimState</em>).
 *
 * <p>State: of the owning thread only; the footprint goes from array to array.
 */
final class Footprint {
  /** Of no array. */
  static final Footprint NONE = new Footprint(ArrayShadow.Table.of(new byte[0]));

  ArrayShadow shadow;
  final Run reads = new Run();
  final Run writes = new Run();
  final Scatter scatter = new Scatter();

  /** Whether it is in its thread's list of those to be recorded. */
  boolean listed;

  private @Nullable FineStates fine;
  private long @Nullable [] plane;

  Footprint(ArrayShadow shadow) {
    this.shadow = shadow;
  }

  /** The thread's plane of the array's states; null if it has none. */
  long @Nullable [] plane(FineStates fine, ThreadState t) {
    if (this.fine != fine || plane == null) {
      this.fine = fine;
      plane = fine.plane(t);
    }
    return plane;
  }
}
