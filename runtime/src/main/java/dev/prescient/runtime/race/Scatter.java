package dev.prescient.runtime.race;

import java.util.Arrays;

/**
 * Elements of a fine array that a thread read here and there in one epoch at one site, as a bit for
 * each. Threads that read one array at random would else take the states' memory from each other
 * with every read.
 *
 * <p>State: of the owning thread only. Bits are kept once an epoch has seen enough reads to pay for
 * the look at all words that ends it.
 */
final class Scatter {
  private static final long[] NONE = new long[0];

  private long[] words = NONE;
  private long epoch = -1;
  private int site;
  private int reads;
  private int length;

  /** Whether an element was read in an epoch already. */
  boolean covers(int i, long e) {
    return epoch == e && i >>> 6 < words.length && (words[i >>> 6] & 1L << i) != 0;
  }

  /** Counts a read that is recorded at once; whether bits should be kept from now on. */
  boolean pays(ArrayShadow shadow) {
    return ++reads >= Math.max(16, shadow.length >> 8);
  }

  /** Keeps the reads of a site in an epoch from now on. */
  void begin(ArrayShadow shadow, int site, long e) {
    int n = (shadow.length + 63) >> 6;
    if (words.length != n) {
      words = new long[n];
    }
    length = shadow.length;
    this.site = site;
    epoch = e;
  }

  /**
   * Keeps a read; false if it is another site's or epoch's. Whether it is kept already is not
   * asked: no processor could foretell the answer.
   */
  boolean add(int i, int site, long e) {
    if (epoch != e || this.site != site || Integer.compareUnsigned(i, length) >= 0) {
      return false;
    }
    words[i >>> 6] |= 1L << i;
    return true;
  }

  /** Whether there may be reads to be recorded. */
  boolean isPending() {
    return epoch != -1;
  }

  /** Records the reads. */
  void commit(ArrayShadow shadow, Access access) {
    access.begin(shadow, false, site, epoch);
    shadow.readAll(words, access);
    Arrays.fill(words, 0);
    clear();
  }

  /** Forgets what was recorded. */
  void clear() {
    epoch = -1;
    reads = 0;
  }
}
