package dev.prescient.runtime.race;

import dev.prescient.runtime.ThreadState;
import java.lang.reflect.Array;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * FastTrack's hooks at the application's accesses of array elements: one branch-free static call
 * each in woven code. The fast path is an element that the thread accessed in this epoch already,
 * in a {@link Run}; all else is in {@link ThreadArrays} and {@link ArrayShadow}. An access that
 * will throw is not checked.
 */
public final class FastTrackArrays {
  private FastTrackArrays() {}

  /** An array element is about to be read. */
  public static void readElement(@Nullable Object array, int i, ThreadState t, int site) {
    if (t.arrays instanceof ThreadArrays a) {
      Footprint f = a.inSlot(array);
      ArrayShadow shadow = f.shadow;
      if (shadow.refersTo(array)) {
        FineStates fine = shadow.fine();
        if (fine != null
            ? a.readsFine(f, fine, i, site)
            : f.reads.covers(i, t.epoch) || f.writes.covers(i, t.epoch)) {
          return;
        }
      }
    }
    element(array, i, false, site, t);
  }

  /** An array element is about to be written. */
  public static void writeElement(@Nullable Object array, int i, ThreadState t, int site) {
    if (t.arrays instanceof ThreadArrays a) {
      Footprint f = a.inSlot(array);
      ArrayShadow shadow = f.shadow;
      if (shadow.refersTo(array)) {
        FineStates fine = shadow.fine();
        if (fine != null ? a.writesFine(fine, i, site) : f.writes.covers(i, t.epoch)) {
          return;
        }
      }
    }
    element(array, i, true, site, t);
  }

  @DontInline
  private static void element(
      @Nullable Object array, int i, boolean writes, int site, ThreadState t) {
    if (array != null && i >= 0) {
      consecutive(array, i, i + 1, writes, site, t);
    }
  }

  private static void consecutive(
      Object array, int from, int to, boolean writes, int site, ThreadState t) {
    if (t.arrays instanceof ThreadArrays a) {
      Footprint f = a.inSlot(array);
      if (f.shadow.refersTo(array)
          && to <= f.shadow.length
          && a.continues(f, from, to, writes, site, t.epoch)) {
        return;
      }
    }
    if (from >= to || t.busy > 0 || !FastTrack.isOn()) {
      return;
    }
    t.busy++;
    try {
      ThreadArrays a = ThreadArrays.of(t);
      Footprint f = a.footprint(array);
      if (to <= f.shadow.length) {
        a.access(f, from, to, writes, site);
      }
    } catch (Throwable e) { // a hook never throws
      FastTrack.fail(e);
    } finally {
      t.busy--;
    }
  }

  /** Consecutive elements are read or were accessed just now: one range for one base. */
  public static void range(@Nullable Object array, int base, int range) {
    ArrayRange r = ArrayRange.get(range);
    ThreadState t = ThreadState.current();
    range(array, base + r.low, base + r.high + 1, r, t.epoch, t);
  }

  /**
   * A loop begins.
   *
   * @return the present epoch, for {@link #leaveLoop}; 0 if nothing is checked
   */
  @ForceInline
  public static long enterLoop() {
    ThreadState t = ThreadState.current();
    return t.busy > 0 || !FastTrack.isOn() ? 0 : t.use();
  }

  /**
   * A loop ends that accessed a range.
   *
   * @param first its first base
   * @param last its last base; before the first if it made no iteration
   * @param epoch in which it began. Loading a class inside it may have synchronised; the accesses
   *     then count as made before that
   */
  public static void leaveLoop(@Nullable Object array, int first, int last, int range, long epoch) {
    ArrayRange r = ArrayRange.get(range);
    if (epoch != 0) {
      ThreadState t = ThreadState.current();
      if (r.step > 0) {
        range(array, first + r.low, last + r.high + 1, r, epoch, t);
      } else {
        range(array, last + r.low, first + r.high + 1, r, epoch, t);
      }
    }
  }

  private static void range(
      @Nullable Object array, int from, int to, ArrayRange r, long epoch, ThreadState t) {
    if (array == null || from < 0 || from >= to) {
      return;
    }
    if (r.stride == 1 && epoch == t.epoch) {
      consecutive(array, from, to, r.writes, r.siteFrom(from), t);
      return;
    }
    if (t.busy > 0 || !FastTrack.isOn()) {
      return;
    }
    t.busy++;
    try {
      ThreadArrays a = ThreadArrays.of(t);
      ArrayShadow shadow = a.footprint(array).shadow;
      if (to <= shadow.length) {
        a.record(shadow, from, to, r.stride, r.writes, r.siteFrom(from), epoch);
      }
    } catch (Throwable e) { // a hook never throws
      FastTrack.fail(e);
    } finally {
      t.busy--;
    }
  }

  /** Elements of an array are accessed by a method of the JDK. */
  static void elements(Object array, int from, int to, boolean writes, int site) {
    ThreadState t = ThreadState.current();
    consecutive(array, from, to, writes, site, t);
  }

  /**
   * {@code System.arraycopy} is about to run.
   *
   * @param n elements
   */
  public static void copy(
      @Nullable Object from, int start, @Nullable Object to, int at, int n, int site) {
    if (from != null && to != null && inRange(from, start, n) && inRange(to, at, n)) {
      elements(from, start, start + n, false, site);
      elements(to, at, at + n, true, site);
    }
  }

  /**
   * A method of the JDK has read or written elements.
   *
   * @param to end of the range; it may lie beyond the array's
   * @param epoch from {@link #enterLoop} before the call. If the clock has ticked since, the
   *     program was called back and may have handed the elements on: then nothing is known
   */
  public static void passed(
      @Nullable Object array, int from, int to, boolean writes, long epoch, int site) {
    ThreadState t = ThreadState.current();
    if (array != null && epoch == t.epoch) {
      int end = Math.min(to, Array.getLength(array));
      if (from < end) {
        consecutive(array, from, end, writes, site, t);
      }
    }
  }

  /**
   * A method of the JDK is about to read or write elements.
   *
   * @param n elements; -1 for all
   */
  public static void given(@Nullable Object array, int from, int n, boolean writes, int site) {
    if (array != null) {
      int count = n < 0 ? Array.getLength(array) : n;
      if (inRange(array, from, count)) {
        elements(array, from, from + count, writes, site);
      }
    }
  }

  private static boolean inRange(Object array, int start, int n) {
    return array.getClass().isArray()
        && start >= 0
        && n >= 0
        && start <= Array.getLength(array) - n;
  }

  /** An array is about to be cloned. */
  public static void readAll(@Nullable Object array, int site) {
    if (array != null) {
      elements(array, 0, Array.getLength(array), false, site);
    }
  }
}
