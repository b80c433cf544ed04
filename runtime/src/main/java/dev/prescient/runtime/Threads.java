package dev.prescient.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The threads known to us and their dense ids.
 *
 * <p>An id is used again only by a thread whose parent knows the last event of the id's former
 * owner, so that no race is missed; only when all 65,535 ids are taken is one reused without that,
 * which is counted.
 *
 * <p>State: everything is guarded by the spin lock {@code lock}; {@code byTid} may be read without
 * it, and then shows the latest owner of an id or an earlier one.
 */
final class Threads {
  /** Ended threads looked at for an id before a new id is taken. */
  private static final int LOOKS = 8;

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

  private Threads() {}

  /** A new thread's state, its clock a copy of its parent's. */
  static ThreadState create(String path, @Nullable ThreadState parent) {
    Internals.lock(ALL, LOCK);
    try {
      return ALL.add(path, parent);
    } finally {
      Internals.unlock(ALL, LOCK);
    }
  }

  private ThreadState add(String path, @Nullable ThreadState parent) {
    int tid = parent == null ? 0 : reusable(parent);
    long clock = 1;
    if (tid == 0 && next < Epoch.MAX_TID) {
      tid = next++;
    } else {
      if (tid == 0) {
        tid = takeEnded();
        forced++;
      }
      ThreadState former = byTid[tid];
      clock = former == null ? 1 : Epoch.clock(former.epoch) + 1;
    }
    if (tid >= byTid.length) {
      @Nullable ThreadState[] more = new ThreadState[Math.min(byTid.length * 2, Epoch.MAX_TID + 1)];
      System.arraycopy(byTid, 0, more, 0, byTid.length);
      byTid = more;
    }
    ThreadState t = new ThreadState(tid, clock, path, parent);
    byTid[tid] = t;
    return t;
  }

  /** An ended thread's id whose events the parent knows all, or 0. */
  private int reusable(ThreadState parent) {
    for (int i = 0; i < LOOKS && i < endedCount; i++) {
      int at = (endedFirst + i) % ended.length;
      ThreadState former = byTid[ended[at]];
      if (former != null && parent.knows(former.lastUsed())) {
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

  private int takeEnded() {
    if (endedCount == 0) {
      throw new IllegalStateException("pm: more than 65535 threads live");
    }
    int tid = ended[endedFirst];
    removeFirst();
    return tid;
  }

  private void removeFirst() {
    endedFirst = (endedFirst + 1) % ended.length;
    endedCount--;
  }

  private void addLast(int tid) {
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

  /** Ids reused although an earlier owner's events may be unordered: races that may be missed. */
  static long forced() {
    return ALL.forced;
  }
}
