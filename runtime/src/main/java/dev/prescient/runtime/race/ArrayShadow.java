package dev.prescient.runtime.race;

import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.WeakEntry;
import dev.prescient.runtime.WeakTable;
import java.lang.reflect.Array;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * The shadow of an array: three words for each element, W, R and the sites, in pages of {@value
 * #PAGE} elements made when first touched.
 *
 * <p>State: a page and {@code readers} are set once, under this object's monitor; words are written
 * with the element locked ({@link Rules}).
 */
final class ArrayShadow extends WeakEntry {
  /** Elements per page; a power of two. */
  static final int PAGE = 256;

  /** Words per element. */
  static final int WORDS = 3;

  /** All of them. */
  private static final class Table extends WeakTable {
    static final Table ALL = new Table();

    @Override
    protected WeakEntry create(Object key, long offset, int hash) {
      return new ArrayShadow(key, offset, hash);
    }
  }

  final int length;
  final long[][] pages;
  private volatile @Nullable ArrayReaders readers;

  private ArrayShadow(Object array, long offset, int hash) {
    super(array, offset, hash);
    this.length = Array.getLength(array);
    this.pages = new long[(length + PAGE - 1) / PAGE][];
  }

  /** The shadow of an array, through the running thread's cache. */
  @ForceInline
  static ArrayShadow of(Object array, ThreadState t) {
    int slot = System.identityHashCode(array) & (ThreadState.ARRAYS - 1);
    WeakEntry e = t.arrays[slot];
    return e != null && e.refersTo(array) ? (ArrayShadow) e : find(array, slot, t);
  }

  @DontInline
  private static ArrayShadow find(Object array, int slot, ThreadState t) {
    t.busy++;
    try {
      WeakEntry e = Table.ALL.find(array, 0, WeakTable.hash(array, 0));
      t.arrays[slot] = e;
      return (ArrayShadow) e;
    } finally {
      t.busy--;
    }
  }

  /** The page of an element. */
  long[] page(int index) {
    long[] page = pages[index / PAGE];
    return page != null ? page : addPage(index / PAGE);
  }

  private synchronized long[] addPage(int n) {
    long[] page = pages[n];
    if (page == null) {
      page = new long[WORDS * Math.min(PAGE, length - n * PAGE)];
      dev.prescient.runtime.Internals.U.storeFence();
      pages[n] = page;
    }
    return page;
  }

  /** Whose elements are read by several threads unordered. */
  ArrayReaders readers() {
    ArrayReaders r = readers;
    return r != null ? r : addReaders();
  }

  private synchronized ArrayReaders addReaders() {
    ArrayReaders r = readers;
    if (r == null) {
      r = new ArrayReaders(length);
      readers = r;
    }
    return r;
  }
}
