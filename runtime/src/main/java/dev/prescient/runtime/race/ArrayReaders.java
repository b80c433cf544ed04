package dev.prescient.runtime.race;

import java.util.Arrays;

/**
 * The readers of an array's elements: a plane of words for each reading thread.
 *
 * <p>State: {@code planes} is replaced under this object's monitor and never loses a plane; a
 * plane's word is guarded by the lock of the element's shadow.
 */
final class ArrayReaders implements Readers {
  private final int length;
  private volatile long[][] planes = new long[4][];

  ArrayReaders(int length) {
    this.length = length;
  }

  @Override
  public long get(int tid, int index) {
    long[][] all = planes;
    long[] plane = tid < all.length ? all[tid] : null;
    return plane == null ? 0 : plane[index];
  }

  @Override
  public void set(int tid, int index, long word) {
    long[][] all = planes;
    long[] plane = tid < all.length ? all[tid] : null;
    if (plane == null) {
      plane = add(tid);
    }
    plane[index] = word;
  }

  private synchronized long[] add(int tid) {
    long[][] all = planes;
    long[] plane = tid < all.length ? all[tid] : null;
    if (plane == null) {
      plane = new long[length];
      all = Arrays.copyOf(all, Math.max(all.length, tid + 1));
      all[tid] = plane;
      planes = all;
    }
    return plane;
  }

  @Override
  public int tids() {
    return planes.length;
  }
}
