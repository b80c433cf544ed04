package dev.prescient.runtime.race;

import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;

/**
 * FastTrack's hooks after methods of {@code java.util.Arrays} that compare two arrays, or read
 * arrays of arrays. What was read follows from the result; of two that differ it is only known that
 * their first elements were, unless the result says where they do.
 *
 * <p>Ends of ranges may lie beyond the array's; epochs are those of {@link FastTrackArrays#passed}.
 */
public final class ComparedArrays {
  /** Arrays of more dimensions are read so deep. */
  private static final int MAX_DEPTH = 8;

  private ComparedArrays() {}

  /** Two ranges were found to be equal or not; those of different lengths without a look. */
  public static void equal(
      boolean equal,
      @Nullable Object a,
      int from,
      int to,
      @Nullable Object b,
      int start,
      int end,
      long epoch,
      int site) {
    if (length(a, from, to) == length(b, start, end)) {
      read(equal ? Integer.MAX_VALUE : 1, a, from, to, b, start, end, epoch, site);
    }
  }

  /** The first index at which two ranges differ was found; -1 if there is none. */
  public static void mismatch(
      int index,
      @Nullable Object a,
      int from,
      int to,
      @Nullable Object b,
      int start,
      int end,
      long epoch,
      int site) {
    read(index < 0 ? Integer.MAX_VALUE : index + 1, a, from, to, b, start, end, epoch, site);
  }

  /** Two ranges were compared; 0 if they are equal. */
  public static void compare(
      int result,
      @Nullable Object a,
      int from,
      int to,
      @Nullable Object b,
      int start,
      int end,
      long epoch,
      int site) {
    read(result == 0 ? Integer.MAX_VALUE : 1, a, from, to, b, start, end, epoch, site);
  }

  /** Two arrays of arrays were found to be equal or not. */
  public static void equalDeep(
      boolean equal, @Nullable Object a, @Nullable Object b, long epoch, int site) {
    if (equal) {
      equalDeep(a, b, epoch, site, 0);
    } else {
      equal(false, a, 0, Integer.MAX_VALUE, b, 0, Integer.MAX_VALUE, epoch, site);
    }
  }

  private static void equalDeep(
      @Nullable Object a, @Nullable Object b, long epoch, int site, int depth) {
    read(Integer.MAX_VALUE, a, 0, Integer.MAX_VALUE, b, 0, Integer.MAX_VALUE, epoch, site);
    if (a != b
        && depth < MAX_DEPTH
        && a instanceof Object[] one
        && b instanceof Object[] other
        && one.length == other.length) {
      for (int i = 0; i < one.length; i++) {
        if (isArray(one[i]) && isArray(other[i])) {
          equalDeep(one[i], other[i], epoch, site, depth + 1);
        }
      }
    }
  }

  /** All elements of an array were read, and those of arrays that are elements. */
  public static void passedDeep(@Nullable Object array, long epoch, int site) {
    readDeep(array, epoch, site, 0);
  }

  private static void readDeep(@Nullable Object array, long epoch, int site, int depth) {
    FastTrackArrays.passed(array, 0, Integer.MAX_VALUE, false, epoch, site);
    if (array instanceof Object[] elements && depth < MAX_DEPTH) {
      for (Object element : elements) {
        if (isArray(element)) {
          readDeep(element, epoch, site, depth + 1);
        }
      }
    }
  }

  private static boolean isArray(@Nullable Object o) {
    return o != null && o.getClass().isArray();
  }

  /** The first {@code n} elements of two ranges were read; none if they are of one array. */
  private static void read(
      int n,
      @Nullable Object a,
      int from,
      int to,
      @Nullable Object b,
      int start,
      int end,
      long epoch,
      int site) {
    int length = Math.min(n, Math.min(length(a, from, to), length(b, start, end)));
    if (a != b) {
      FastTrackArrays.passed(a, from, from + length, false, epoch, site);
      FastTrackArrays.passed(b, start, start + length, false, epoch, site);
    }
  }

  private static int length(@Nullable Object array, int from, int to) {
    return array == null ? 0 : Math.min(to, Array.getLength(array)) - from;
  }
}
