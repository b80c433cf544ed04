package dev.prescient.runtime;

import org.jspecify.annotations.Nullable;

/** Thread states and locks without threads, for tests of the rules. */
public final class TestThreads {
  private TestThreads() {}

  /** A state as fork makes it; the parent's clock ticks. */
  public static ThreadState create(int tid, @Nullable ThreadState parent) {
    return create(tid, parent, 1);
  }

  /** As {@link #create(int, ThreadState)}, after as many releases by threads with that id. */
  public static ThreadState create(int tid, @Nullable ThreadState parent, long clock) {
    long @Nullable [] known = parent == null ? null : parent.snapshot();
    ThreadState t = new ThreadState(tid, clock, String.valueOf(tid), known);
    if (parent != null) {
      parent.tick();
    }
    return t;
  }

  /** Threads that get the ids of ended ones as real ones do. */
  public static final class Reused {
    private final Threads all = new Threads();

    public ThreadState create(@Nullable ThreadState parent) {
      ThreadState t = all.add("", parent == null ? null : parent.snapshot());
      if (parent != null) {
        parent.tick();
      }
      return t;
    }

    public void end(ThreadState t) {
      t.snapshot();
      all.addLast(t.tid);
    }
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
