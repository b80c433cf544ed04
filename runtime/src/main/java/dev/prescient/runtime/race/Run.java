package dev.prescient.runtime.race;

import jdk.internal.vm.annotation.ForceInline;

/**
 * Consecutive elements of an array that a thread read, or wrote, in one epoch. The first ones were
 * recorded in the array's shadow when they were accessed; those that continued the run are recorded
 * later.
 *
 * <p>State: of the owning thread only. Elements {@code low} to {@code low + length} were accessed,
 * {@code recordedLow} to {@code recordedHigh} are in the shadow, ends exclusive.
 */
final class Run {
  private long epoch = -1;
  private int low;
  private int length;
  private int recordedLow;
  private int recordedHigh;
  private int site;

  /** Whether an element was accessed in an epoch. */
  @ForceInline
  boolean covers(int i, long e) {
    return epoch == e && Integer.compareUnsigned(i - low, length) < 0;
  }

  /** Whether elements {@code from} to {@code to} were accessed in an epoch. */
  boolean covers(int from, int to, long e) {
    return epoch == e && from >= low && to <= low + length;
  }

  /** Lets the run cover elements that overlap or touch it; false if they do not. */
  boolean extend(int from, int to, int site, long e) {
    int high = low + length;
    if (epoch != e || site != this.site || from > high || to < low) {
      return false;
    }
    low = Math.min(low, from);
    length = Math.max(high, to) - low;
    return true;
  }

  /** Begins anew with elements that are in the shadow. */
  void begin(int from, int to, int site, long e) {
    epoch = e;
    low = from;
    length = to - from;
    recordedLow = from;
    recordedHigh = to;
    this.site = site;
  }

  /** Whether elements are still to be recorded. */
  boolean isPending() {
    return recordedLow != low || recordedHigh != low + length;
  }

  /** Records them. */
  void commit(ArrayShadow shadow, boolean writes, Access access) {
    int high = low + length;
    if (low < recordedLow) {
      access.begin(shadow, writes, site, epoch);
      shadow.access(low, recordedLow, 1, access);
      recordedLow = low;
    }
    if (high > recordedHigh) {
      access.begin(shadow, writes, site, epoch);
      shadow.access(recordedHigh, high, 1, access);
      recordedHigh = high;
    }
  }

  /** Forgets everything. */
  void clear() {
    begin(0, 0, 0, -1);
  }
}
