package dev.prescient.runtime.race;

import dev.prescient.runtime.Internals;
import dev.prescient.runtime.ThreadState;
import java.lang.reflect.Array;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * FastTrack's hooks at the application's accesses of array elements; as {@link FastTrack} does for
 * fields.
 */
public final class FastTrackArrays {
  private FastTrackArrays() {}

  /** An array element is about to be read. */
  @ForceInline
  public static void readElement(@Nullable Object array, int i, int site) {
    if (array != null) {
      ThreadState t = ThreadState.current();
      ArrayShadow shadow = ArrayShadow.of(array, t);
      if (i >= 0 && i < shadow.length) {
        long[] page = shadow.pages[i / ArrayShadow.PAGE];
        if (page == null || page[i % ArrayShadow.PAGE * ArrayShadow.WORDS + 1] != t.epoch) {
          element(array, shadow, i, site, false, t);
        }
      }
    }
  }

  /** An array element is about to be written. */
  @ForceInline
  public static void writeElement(@Nullable Object array, int i, int site) {
    if (array != null) {
      ThreadState t = ThreadState.current();
      ArrayShadow shadow = ArrayShadow.of(array, t);
      if (i >= 0 && i < shadow.length) {
        long[] page = shadow.pages[i / ArrayShadow.PAGE];
        if (page == null || page[i % ArrayShadow.PAGE * ArrayShadow.WORDS] != t.epoch) {
          element(array, shadow, i, site, true, t);
        }
      }
    }
  }

  @DontInline
  private static void element(
      Object array, ArrayShadow shadow, int i, int site, boolean writes, ThreadState t) {
    if (t.busy > 0 || !FastTrack.isOn()) {
      return;
    }
    t.busy++;
    try {
      long[] page = shadow.page(i);
      long write = Internals.LONGS + 8L * ArrayShadow.WORDS * (i % ArrayShadow.PAGE);
      if (writes) {
        Rules.write(page, write, write + 8, write + 16, array, 0, i, shadow, site, t);
      } else {
        Rules.read(page, write, write + 8, write + 16, array, 0, i, shadow, site, t);
      }
    } catch (Throwable e) { // a hook never throws
      FastTrack.fail(e);
    } finally {
      t.busy--;
    }
  }

  /**
   * {@code System.arraycopy} is about to run. A call that will throw is not checked.
   *
   * @param n elements
   */
  public static void copy(
      @Nullable Object from, int start, @Nullable Object to, int at, int n, int site) {
    if (inRange(from, start, n) && inRange(to, at, n)) {
      for (int i = 0; i < n; i++) {
        readElement(from, start + i, site);
      }
      for (int i = 0; i < n; i++) {
        writeElement(to, at + i, site);
      }
    }
  }

  private static boolean inRange(@Nullable Object array, int start, int n) {
    return array != null
        && array.getClass().isArray()
        && start >= 0
        && n >= 0
        && start <= Array.getLength(array) - n;
  }

  /** An array is about to be cloned. */
  public static void readAll(@Nullable Object array, int site) {
    if (array != null) {
      int length = Array.getLength(array);
      for (int i = 0; i < length; i++) {
        readElement(array, i, site);
      }
    }
  }
}
