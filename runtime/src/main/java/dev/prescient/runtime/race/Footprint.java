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

  private FineStates.@Nullable Plane plane;

  Footprint(ArrayShadow shadow) {
    this.shadow = shadow;
  }

  /** The words of the thread's last reads of the array's elements; null if there are none. */
  long @Nullable [] words(FineStates fine, ThreadState t) {
    FineStates.Plane p = plane;
    if (p == null || !p.isUsed) {
      p = fine.plane(t);
      plane = p;
    }
    return p == null ? null : p.words;
  }

  /** Goes to another array. */
  void move(ArrayShadow shadow) {
    this.shadow = shadow;
    plane = null;
    reads.clear();
    writes.clear();
    scatter.clear();
  }
}
