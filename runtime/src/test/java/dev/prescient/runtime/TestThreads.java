package dev.prescient.runtime;

import org.jspecify.annotations.Nullable;

/** Thread states and locks without threads, for tests of the rules. */
public final class TestThreads {
  private TestThreads() {}

  /** A state as fork makes it; the parent's clock ticks. */
  public static ThreadState create(int tid, @Nullable ThreadState parent) {
    ThreadState t =
        new ThreadState(tid, 1, String.valueOf(tid), parent == null ? null : parent.snapshot());
    if (parent != null) {
      parent.tick();
    }
    return t;
  }

  public static void acquire(Object lock, ThreadState t) {
    SyncVar v = SyncTable.peek(lock, HappensBefore.MONITOR, t);
    if (v != null) {
      v.acquire(t);
    }
  }

  public static void release(Object lock, ThreadState t) {
    SyncTable.find(lock, HappensBefore.MONITOR, t).release(t);
  }

  /** Records what a thread has deferred. */
  public static void settle(ThreadState t) {
    t.settle();
  }
}
