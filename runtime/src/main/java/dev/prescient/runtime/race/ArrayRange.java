package dev.prescient.runtime.race;

import dev.prescient.runtime.SharedReads;
import java.util.Arrays;

/**
 * A range of array elements that woven code accesses: {@code base + low} to {@code base + high} for
 * each base that a loop counts through, or for one base.
 *
 * <p>State: the tables grow under the class's monitor, before the code that uses a new entry runs.
 */
public final class ArrayRange {
  /** Sites from here on stand for several, by the remainder of the element's index. */
  private static final int PATTERNS = 1 << (SharedReads.SITE_BITS - 1);

  private static ArrayRange[] all = new ArrayRange[256];
  private static int count;
  private static int[][] patterns = new int[64][];
  private static int patternCount;

  final int low;
  final int high;
  final int step;
  final int stride;
  final boolean writes;
  private final int site;
  private final int period;

  private ArrayRange(
      int low, int high, int step, int stride, boolean writes, int site, int period) {
    this.low = low;
    this.high = high;
    this.step = step;
    this.stride = stride;
    this.writes = writes;
    this.site = site;
    this.period = period;
  }

  /**
   * Defines a range.
   *
   * @param low smallest offset
   * @param high largest offset
   * @param step by which the base is counted; 0 if there is one base only
   * @param stride from one element to the next
   * @param sites of the accesses: one, or one for each of consecutive offsets
   * @return its id
   */
  public static synchronized int define(
      int low, int high, int step, int stride, boolean writes, int[] sites) {
    boolean one = sites.length == 1 || patternCount + sites.length > PATTERNS;
    if (count == all.length) {
      all = Arrays.copyOf(all, count * 2);
    }
    all[count] =
        new ArrayRange(
            low,
            high,
            step,
            stride,
            writes,
            one ? sites[0] : PATTERNS + pattern(sites),
            one ? 1 : sites.length);
    return count++;
  }

  /** Adds a pattern for each remainder that the first offset's index may have. */
  private static int pattern(int[] sites) {
    int n = sites.length;
    int first = patternCount;
    patternCount += n;
    while (patternCount > patterns.length) {
      patterns = Arrays.copyOf(patterns, patterns.length * 2);
    }
    for (int phase = 0; phase < n; phase++) {
      int[] bySite = new int[n];
      for (int k = 0; k < n; k++) {
        bySite[(k + phase) % n] = sites[k];
      }
      patterns[first + phase] = bySite;
    }
    return first;
  }

  static ArrayRange get(int id) {
    return all[id];
  }

  /** The site for a range whose first element has an index. */
  int siteFrom(int index) {
    return period == 1 ? site : site + index % period;
  }

  /** The real site of an element's access. */
  static int site(int site, int index) {
    if (site < PATTERNS) {
      return site;
    }
    int[] bySite = patterns[site - PATTERNS];
    return bySite[index % bySite.length];
  }
}
