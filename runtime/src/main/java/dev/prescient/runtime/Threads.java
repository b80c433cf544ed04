package dev.prescient.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The threads known to us and their dense ids.
 *
 * <p>An id is used again by a thread whose parent knows the last recorded event of the id's former
 * owner ({@link ThreadState#last}), so that no race is missed. Since clocks are as long as there
 * are ids, these are limited by the size of the heap. Beyond that a new thread takes the id that
 * was free for the longest time, and knows all that its former owner knew; if all owners live, it
 * shares one of a few ids (see {@link ThreadState#sharesId}). Then races between owners of one id
 * are missed, which is counted; none is invented.
 *
 * <p>State: everything is guarded by the spin lock {@code lock}; {@code byTid} may be read without
 * it, and then shows the latest owner of an id or an earlier one.
 */
final class Threads {
  /** Ended threads looked at for an id before a new id is taken. */
  private static final int LOOKS = 8;

  /** Ids that several live threads may share. */
  private static final int SHARED = 64;

  /**
   * Largest id that one thread has for itself: the clocks of so many threads, of 8 bytes for each
   * other one, take some hundredth of the heap.
   */
  private static final int LARGEST = largest(Runtime.getRuntime().maxMemory());

  /** Characters of a path that a child's begins with. */
  private static final int LONG = 200;

  private static final long LOCK = Internals.offset(Threads.class, "lock");
  private static final Threads ALL = new Threads();

  private @SuppressWarnings("unused") // taken through its offset
  volatile int lock;

  private @Nullable ThreadState[] byTid = new ThreadState[64];
  private int next = 1;
  private int[] ended = new int[64];
  private int endedFirst;
  private int endedCount;
  private long forced;

  Threads() {}

  /**
   * A new thread's state.
   *
   * @param known its parent's clock, of which it gets a copy; null if nobody's
   */
  static ThreadState create(String path, long @Nullable [] known) {
    Internals.lock(ALL, LOCK);
    try {
      return ALL.add(path, known);
    } finally {
      Internals.unlock(ALL, LOCK);
    }
  }

  /**
   * The path of a thread's child: in a chain of threads that start each other, the beginning of a
   * long one is a hash of it.
   *
   * @param n 1 for the first child
   */
  static String child(String path, int n) {
    String parent = path;
    if (path.length() > LONG) {
      long hash = 0;
      for (int i = 0; i < path.length(); i++) {
        hash = (hash ^ path.charAt(i)) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 32;
      }
      parent = "0.#" + Long.toHexString(hash);
    }
    return parent + "." + n;
  }

  static int largest(long heap) {
    int n = 512;
    while (n * 2 + SHARED < Epoch.MAX_TID && 4L * n * n * Long.BYTES <= heap / 64) {
      n *= 2;
    }
    return n;
  }

  ThreadState add(String path, long @Nullable [] known) {
    int tid = known == null ? 0 : reusable(known);
    if (tid != 0) {
      ThreadState former = byTid[tid];
      ThreadState t = new ThreadState(tid, clockAfter(former), path, known);
      if (former != null) {
        t.follow(former);
      }
      return put(t);
    }
    if (next <= LARGEST) {
      return put(new ThreadState(next++, 1, path, known));
    }
    forced++;
    if (endedCount > 0) {
      tid = takeEnded();
      ThreadState former = byTid[tid];
      ThreadState t = new ThreadState(tid, clockAfter(former), path, known);
      if (former != null) {
        t.join(former.snapshot());
      }
      return put(t);
    }
    tid = LARGEST + 1 + (int) (forced % SHARED);
    ThreadState former = tid < byTid.length ? byTid[tid] : null;
    ThreadState t = new ThreadState(tid, clockAfter(former), path, known);
    t.sharesId = true;
    return put(t);
  }

  private static long clockAfter(@Nullable ThreadState former) {
    return former == null ? 1 : Epoch.clock(former.epoch) + 1;
  }

  private ThreadState put(ThreadState t) {
    if (t.tid >= byTid.length) {
      int length = Math.min(Math.max(byTid.length * 2, t.tid + 1), Epoch.MAX_TID + 1);
      @Nullable ThreadState[] more = new ThreadState[length];
      System.arraycopy(byTid, 0, more, 0, byTid.length);
      byTid = more;
    }
    byTid[t.tid] = t;
    return t;
  }

  /** An ended thread's id all of whose events are known, or 0. */
  private int reusable(long[] known) {
    for (int i = 0; i < LOOKS && i < endedCount; i++) {
      int at = (endedFirst + i) % ended.length;
      ThreadState former = byTid[ended[at]];
      if (former != null && knows(known, former.last())) {
        int tid = ended[at];
        ended[at] = ended[endedFirst];
        removeFirst();
        return tid;
      }
    }
    if (endedCount > LOOKS) { // look at others next time
      int tid = ended[endedFirst];
      removeFirst();
      addLast(tid);
    }
    return 0;
  }

  private static boolean knows(long[] clock, long epoch) {
    int u = Epoch.tid(epoch);
    return Epoch.clock(epoch) <= (u < clock.length ? clock[u] : 0);
  }

  private int takeEnded() {
    int tid = ended[endedFirst];
    removeFirst();
    return tid;
  }

  private void removeFirst() {
    endedFirst = (endedFirst + 1) % ended.length;
    endedCount--;
  }

  void addLast(int tid) {
    if (endedCount == ended.length) {
      int[] more = new int[ended.length * 2];
      for (int i = 0; i < endedCount; i++) {
        more[i] = ended[(endedFirst + i) % ended.length];
      }
      ended = more;
      endedFirst = 0;
    }
    ended[(endedFirst + endedCount) % ended.length] = tid;
    endedCount++;
  }

  /** A thread has ended; its id may be used again. */
  static void end(ThreadState t) {
    if (t.sharesId) {
      return;
    }
    Internals.lock(ALL, LOCK);
    try {
      ALL.addLast(t.tid);
    } finally {
      Internals.unlock(ALL, LOCK);
    }
  }

  /** The thread that owns an id, or owned it last; null if the id was never given. */
  static @Nullable ThreadState byTid(int tid) {
    @Nullable ThreadState[] all = ALL.byTid;
    return tid < all.length ? all[tid] : null;
  }

  /** The largest id given so far, and one. */
  static int highest() {
    return ALL.next;
  }

  /**
   * Ids reused or shared although an earlier owner's events may be unordered: races that may be
   * missed.
   */
  static long forced() {
    return ALL.forced;
  }
}
