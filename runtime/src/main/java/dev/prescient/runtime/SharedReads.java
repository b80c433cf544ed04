package dev.prescient.runtime;

import java.util.Arrays;
import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * The last reads that the owners of one thread id made of fields that several threads read
 * unordered: a word for each such field's slot, in pages of {@value #PAGE} made when first set.
 *
 * <p>State: {@code pages} and its elements are replaced under this object's spin lock and never
 * lose a page; a word is written with the field's shadow locked, mostly by the thread itself.
 * {@code all} is replaced under the class's spin lock and never loses an element.
 */
public final class SharedReads {
  /** Bits of a word that hold the site; a larger site is not kept. */
  public static final int SITE_BITS = 24;

  private static final int PAGE_BITS = 8;
  private static final int PAGE = 1 << PAGE_BITS;
  private static final long LOCK = Internals.offset(SharedReads.class, "lock");
  private static final SharedReads ALL_LOCK = new SharedReads();

  private static volatile @Nullable SharedReads[] all = new SharedReads[16];

  @SuppressWarnings("unused") // taken through its offset
  private volatile int lock;

  private long[] @Nullable [] pages = new long[0][];

  private SharedReads() {}

  /** Those of a thread id, whoever owns it. */
  public static SharedReads of(int tid) {
    @Nullable SharedReads[] known = all;
    SharedReads found = tid < known.length ? known[tid] : null;
    return found != null ? found : add(tid);
  }

  @DontInline
  private static SharedReads add(int tid) {
    Internals.lock(ALL_LOCK, LOCK);
    try {
      @Nullable SharedReads[] known = all;
      SharedReads found = tid < known.length ? known[tid] : null;
      if (found == null) {
        found = new SharedReads();
        @Nullable SharedReads[] more =
            Arrays.copyOf(known, tid < known.length ? known.length : Math.max(tid + 1, tid * 2));
        more[tid] = found;
        all = more;
      }
      return found;
    } finally {
      Internals.unlock(ALL_LOCK, LOCK);
    }
  }

  /** Forgets what all threads read at a slot that is about to be used again. */
  public static void forget(int slot) {
    for (SharedReads reads : all) {
      if (reads != null && reads.get(slot) != 0) {
        reads.set(slot, 0);
      }
    }
  }

  /** The word of a slot, 0 if none was set. */
  public long get(int slot) {
    long[] @Nullable [] known = pages;
    int p = slot >>> PAGE_BITS;
    if (p >= known.length) {
      return 0;
    }
    long[] page = known[p];
    return page == null ? 0 : page[slot & (PAGE - 1)];
  }

  /** Sets the word of a slot. */
  public void set(int slot, long word) {
    int p = slot >>> PAGE_BITS;
    long[] @Nullable [] known = pages;
    long[] page = p < known.length ? known[p] : null;
    if (page == null) {
      page = addPage(p);
    }
    page[slot & (PAGE - 1)] = word;
  }

  @DontInline
  private long[] addPage(int p) {
    Internals.lock(this, LOCK);
    try {
      long[] @Nullable [] known = pages;
      if (p >= known.length) {
        known = Arrays.copyOf(known, Math.max(p + 1, known.length * 2));
      }
      long[] page = known[p];
      if (page == null) {
        page = new long[PAGE];
        Internals.U.storeFence(); // zero before it can be found
        known[p] = page;
      }
      Internals.U.storeFence();
      pages = known;
      return page;
    } finally {
      Internals.unlock(this, LOCK);
    }
  }

  /** A word: when a read happened and where. */
  public static long word(long clock, int site) {
    return clock << SITE_BITS | (site >>> SITE_BITS == 0 ? site : 0);
  }

  /** The clock of a word. */
  public static long clock(long word) {
    return word >>> SITE_BITS;
  }

  /** The site of a word. */
  public static int site(long word) {
    return (int) word & ((1 << SITE_BITS) - 1);
  }
}
