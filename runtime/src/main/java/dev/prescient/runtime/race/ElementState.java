package dev.prescient.runtime.race;

import dev.prescient.runtime.ThreadState;
import org.jspecify.annotations.Nullable;

/**
 * FastTrack's hooks at the application's calls that access single elements of JDK objects: those of
 * {@code Arrays.asList} and of buffers are elements of an array, which is then what is accessed.
 *
 * <p>Parameters {@code o}, {@code method} and {@code site} are those of {@link ObjectState#read}.
 */
public final class ElementState {
  private ElementState() {}

  /** A list's element is about to be read. */
  public static void readAt(@Nullable Object o, @Nullable String method, int index, int site) {
    if (!isElement(o, method, index, false, site)) {
      ObjectState.read(o, method, site);
    }
  }

  /** A list's element is about to be written. */
  public static void writeAt(@Nullable Object o, @Nullable String method, int index, int site) {
    if (!isElement(o, method, index, true, site)) {
      ObjectState.write(o, method, site);
    }
  }

  /** Accesses an array's element if that is what the list's is. */
  private static boolean isElement(
      @Nullable Object o, @Nullable String method, int index, boolean writes, int site) {
    if (o == null) {
      return false;
    }
    ThreadState t = ThreadState.current();
    ObjectClass k = ObjectClass.of(o, t);
    if (k.kind != ObjectClass.ELEMENTS || !k.inherits(method)) {
      return false;
    }
    element(k.next(o), index, writes, site, t);
    return true;
  }

  /** An iterator of elements of an array is about to move on, or a list to copy them. */
  static void read(Object o, ObjectClass k, @Nullable String method, int site, ThreadState t) {
    Object array = k.next(o);
    if ("next".equals(method) || "tryAdvance".equals(method)) {
      element(array, k.position(o), false, site, t);
    } else if ("toArray".equals(method)) {
      FastTrackArrays.readAll(array, site);
    }
  }

  /**
   * A stream of an array's elements and no stages is about to end: what calls no code of the
   * program reads all of them, in whatever threads.
   *
   * @param source its spliterator
   */
  static void readStream(Object source, ObjectClass k, @Nullable String method, int site) {
    Object array = k.next(source);
    if (array != null && readsAll(method, array instanceof Object[])) {
      int from = k.position(source);
      FastTrackArrays.given(array, from, k.limit(source) - from, false, site);
    }
  }

  private static boolean readsAll(@Nullable String method, boolean objects) {
    if (method == null) {
      return false;
    }
    switch (method) {
      case "toArray", "toList" -> {
        return true;
      }
      case "average", "max", "min", "sum", "summaryStatistics" -> {
        return !objects; // a comparator may lock
      }
      default -> {
        return false;
      }
    }
  }

  /**
   * Elements of a buffer are about to be read.
   *
   * @param index of the first; -1 for the buffer's position, which moves on
   * @param n elements of the array
   */
  public static void get(@Nullable Object o, @Nullable String method, int index, int n, int site) {
    content(o, method, index, n, false, site);
  }

  /** Elements of a buffer are about to be written; parameters as in {@link #get}. */
  public static void put(@Nullable Object o, @Nullable String method, int index, int n, int site) {
    content(o, method, index, n, true, site);
  }

  private static void content(
      @Nullable Object o, @Nullable String method, int index, int n, boolean writes, int site) {
    if (o == null) {
      return;
    }
    if (index < 0) {
      ObjectState.write(o, method, site);
    }
    ObjectClass k = ObjectClass.of(o, ThreadState.current());
    int at = index < 0 ? k.position(o) : index;
    Object array = at <= k.limit(o) - n ? k.content(o) : null;
    if (array != null) {
      int first = k.contentStart(o) + at;
      FastTrackArrays.elements(array, first, first + n, writes, site);
    }
  }

  private static void element(
      @Nullable Object array, int i, boolean writes, int site, ThreadState t) {
    if (writes) {
      FastTrackArrays.writeElement(array, i, t, site);
    } else {
      FastTrackArrays.readElement(array, i, t, site);
    }
  }
}
