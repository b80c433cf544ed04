package dev.prescient.runtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What we know of one thread: its name, its vector clock, and whether our own code runs on it.
 *
 * <p>State: {@code clocks}, {@code epoch}, {@code used}, {@code snapshot} and {@code busy} are
 * written by the owning thread only, except that the parent fills a child's state before it starts;
 * others read {@code clocks} only after the thread has ended. {@code children} is written by the
 * owning thread. {@code control} belongs to the scheduler.
 */
public final class ThreadState {
  /** Dense thread id, 0..65535; not the JVM's. */
  public final int tid;

  /** Creation path: {@code 0}, {@code 0.1}, {@code 0.1.2}: the parent's path and the n-th child. */
  public final String path;

  /** The current epoch of this thread, {@code clocks[tid]@tid}. */
  public long epoch;

  /** Above zero while our own code runs on this thread; every hook then returns at once. */
  public int busy;

  /** The scheduler's block of this thread, if a controlled mode is on. */
  public @Nullable Object control;

  /** Children started so far. */
  public int children;

  private long[] clocks;
  private boolean used;
  private long @Nullable [] snapshot;

  ThreadState(int tid, String path, @Nullable ThreadState parent) {
    this.tid = tid;
    this.path = path;
    this.clocks =
        parent == null
            ? new long[tid + 1]
            : Arrays.copyOf(parent.clocks, Math.max(tid + 1, parent.clocks.length));
    this.clocks[tid] = 1;
    this.epoch = Epoch.of(tid, 1);
  }

  /** Whether the event at {@code epoch} happens before this thread's present: epoch ⪯ C_t. */
  public boolean knows(long epoch) {
    int u = Epoch.tid(epoch);
    return u < clocks.length ? Epoch.clock(epoch) <= clocks[u] : Epoch.clock(epoch) == 0;
  }

  /** The present epoch, marked as used by a recorded event, so that the next release ticks. */
  public long use() {
    used = true;
    return epoch;
  }

  /** An immutable copy of the vector clock, shared until the clock changes; index is the tid. */
  public long[] snapshot() {
    long[] s = snapshot;
    if (s == null) {
      s = clocks.clone();
      snapshot = s;
    }
    return s;
  }

  /** Rule [FT ACQUIRE], [FT JOIN]: C_t := C_t ⊔ other. */
  public void join(long[] other) {
    if (other.length > clocks.length) {
      clocks = Arrays.copyOf(clocks, other.length);
    }
    for (int u = 0; u < other.length; u++) {
      if (other[u] > clocks[u]) {
        clocks[u] = other[u];
        snapshot = null;
      }
    }
  }

  /**
   * Rule [FT RELEASE], [FT FORK], second half; lazily: only if the epoch was used since the last.
   */
  public void tick() {
    if (used) {
      used = false;
      snapshot = null;
      epoch = Epoch.of(tid, ++clocks[tid]);
    }
  }
}
