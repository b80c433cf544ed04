package dev.prescient.runtime;

import java.lang.ref.WeakReference;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * Stacks kept for reports: where each thread was started, and for the first of two racing accesses
 * a stack of its thread at its place. An access costs a look at its place's entry; a stack is taken
 * at a thread's 1st, 2nd, 4th, 8th … access there, so that a place passed once has its stack and a
 * hot one costs nothing that matters.
 *
 * <p>State: {@code perPlace} is set once, before the program starts; 0 keeps nothing. A place's
 * {@code all} is written under its spin lock; the countdowns are racy: an update lost is a stack
 * taken earlier or later.
 */
public final class Stacks {
  private static final int PLACES = 1 << 16;
  private static final int MAX_STEP = 1 << 20;

  /** Accesses that a thread makes at a place before it looks at the place again. */
  private static final int PASSES = 1 << 10;

  private static final @Nullable Place[] ALL = new Place[PLACES];

  private static int perPlace;

  private Stacks() {}

  /** A stack of one thread at one place. */
  public static final class Kept {
    /** Creation path of the thread. */
    public final String path;

    /** The thread's epoch then. */
    public final long epoch;

    /** Where its caller is; resolved by who reports it. */
    public final Throwable stack;

    /** The monitors that it held, outermost first. */
    public final WeakReference<?>[] locks;

    private final @Nullable WeakReference<Object> object;
    private final int index;
    private final int step;
    private int left;

    Kept(@Nullable Object o, int index, ThreadState t, int step) {
      this.path = t.path;
      this.epoch = t.epoch;
      this.stack = new Throwable();
      this.object = o == null ? null : new WeakReference<>(o);
      this.index = index;
      this.step = step;
      this.left = step - 1;
      Object[] held = t.held();
      WeakReference<?>[] weak = new WeakReference<?>[held.length];
      for (int i = 0; i < held.length; i++) {
        weak[i] = new WeakReference<>(held[i]);
      }
      this.locks = weak;
    }

    /** Whether it was taken at the very access, not at another of the thread at the place. */
    public boolean isOf(@Nullable Object o, int index, long epoch) {
      return this.epoch == epoch
          && this.index == index
          && (object == null ? o == null : object.refersTo(o));
    }
  }

  private static final class Place {
    static final long LOCK = Internals.offset(Place.class, "lock");

    @SuppressWarnings("unused") // taken through its offset
    volatile int lock;

    final @Nullable Kept[] all;
    int next;
    int skip;
    int step = 1;

    Place(int kept) {
      all = new Kept[kept];
    }

    @Nullable Kept of(String path) {
      for (Kept k : all) {
        if (k != null && k.path.equals(path)) {
          return k;
        }
      }
      return null;
    }
  }

  /**
   * Starts keeping.
   *
   * @param threads stacks kept per place, one for each thread; 0: none
   */
  public static void keep(int threads) {
    perPlace = threads;
  }

  /** The present stack for a report on what the running thread starts; null if none is kept. */
  static @Nullable Throwable ofStart(ThreadState t) {
    if (perPlace == 0) {
      return null;
    }
    t.busy++;
    try {
      return new Throwable();
    } finally {
      t.busy--;
    }
  }

  /** An access that changes shadow state is about to be made at a place. Hooks are off. */
  @ForceInline
  public static void note(@Nullable Object o, int index, int site, ThreadState t) {
    if (isDue(site, t)) {
      take(o, index, site, t);
    }
  }

  /**
   * Whether {@link #note} has more to do for a thread at a place than to count; if not, it has
   * counted.
   */
  @ForceInline
  public static boolean isDue(int site, ThreadState t) {
    return perPlace != 0 && site > 0 && site < PLACES && !t.passes(site);
  }

  @DontInline
  private static void take(@Nullable Object o, int index, int site, ThreadState t) {
    Place p = ALL[site];
    if (p == null) {
      p = new Place(perPlace);
      Internals.U.storeFence();
      ALL[site] = p;
    }
    Kept mine = p.of(t.path);
    if (mine != null && mine.left > 0) {
      t.pass(site, Math.min(--mine.left, PASSES));
      mine.left -= Math.min(mine.left, PASSES);
      return;
    }
    if (mine == null && p.all[p.next] != null) { // another thread's would go
      if (--p.skip >= 0) {
        t.pass(site, Math.min(p.skip, PASSES)); // not counted: the thread may not come again
        return;
      }
      p.skip = p.step;
      p.step = Math.min(MAX_STEP, p.step * 2);
    }
    Kept k = new Kept(o, index, t, mine == null ? 1 : Math.min(MAX_STEP, mine.step * 2));
    Internals.lock(p, Place.LOCK);
    try {
      int at = p.next;
      for (int i = 0; mine != null && i < p.all.length; i++) {
        at = p.all[i] == mine ? i : at;
      }
      p.all[at] = k;
      p.next = at == p.next ? (at + 1) % p.all.length : p.next;
    } finally {
      Internals.unlock(p, Place.LOCK);
    }
  }

  /** The stack kept for a thread at a place, or null. */
  public static @Nullable Kept of(int site, String path) {
    Place p = site > 0 && site < PLACES ? ALL[site] : null;
    return p == null ? null : p.of(path);
  }
}
