package dev.prescient.runtime.race;

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

  /** Whether an element was read in an epoch already. */
  boolean covers(int i, long e) {
    return epoch == e && i >> 6 < words.length && i >= 0 && (words[i >> 6] & 1L << i) != 0;
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
    this.site = site;
    epoch = e;
  }

  /** Keeps a read; false if it is another site's or epoch's. */
  boolean add(int i, int site, long e) {
    if (epoch != e || this.site != site || i < 0 || i >> 6 >= words.length) {
      return false;
    }
    words[i >> 6] |= 1L << i;
    return true;
  }

  /** Whether there may be reads to be recorded. */
  boolean isPending() {
    return epoch != -1;
  }

  /** Records the reads. */
  void commit(ArrayShadow shadow, Access access) {
    access.begin(shadow, false, site, epoch);
    for (int k = 0; k < words.length; k++) {
      long word = words[k];
      words[k] = 0;
      while (word != 0) {
        int from = Long.numberOfTrailingZeros(word);
        int to = from + Long.numberOfTrailingZeros(~(word >>> from));
        shadow.access((k << 6) + from, (k << 6) + Math.min(to, 64), 1, access);
        word = to >= 64 ? 0 : word & -1L << to;
      }
    }
    clear();
  }

  /** Forgets what was recorded. */
  void clear() {
    epoch = -1;
    reads = 0;
  }
}
