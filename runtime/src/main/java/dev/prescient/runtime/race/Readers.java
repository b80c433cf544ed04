package dev.prescient.runtime.race;

/**
 * The read vector clock of variables that several threads read unordered, with the site of each
 * thread's last read. Entries are words {@code clock << 24 | site}; 0 where a thread never read.
 *
 * <p>An ordered write does not clear the entries: whoever knows the write knows them as well.
 */
interface Readers {
  /** Bits of a word that hold the site; a larger site is not kept. */
  int SITE_BITS = 24;

  /** The word of a thread. */
  long get(int tid, int index);

  /** Sets the word of a thread. Called with the variable locked. */
  void set(int tid, int index, long word);

  /** Above the ids of all threads with a word. */
  int tids();

  /** A word. */
  static long word(long clock, int site) {
    return clock << SITE_BITS | (site >>> SITE_BITS == 0 ? site : 0);
  }

  static long clock(long word) {
    return word >>> SITE_BITS;
  }

  static int site(long word) {
    return (int) word & ((1 << SITE_BITS) - 1);
  }
}
