package dev.prescient.runtime.control;

import dev.prescient.runtime.ThreadState;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The controlled threads: all since the start, and those that live, both in the order of starting.
 *
 * <p>State: the arrays, their counts and the counters are guarded by the scheduler's lock; the
 * holder of the token may read them without it. In a free run they are guarded by the lock of
 * {@link OrderLog}.
 */
final class Roster {
  static ControlledThread[] live = new ControlledThread[64];
  static int liveCount;
  static ControlledThread[] all = new ControlledThread[64];
  static int allCount;

  /** Filled by {@link #enabled()}. */
  static ControlledThread[] enabled = new ControlledThread[64];

  /** Live threads that are runnable, or want a monitor. */
  static int runnable;

  /** Live threads that are outside. */
  static int outside;

  private Roster() {}

  /** Nobody is known. */
  static void reset() {
    live = new ControlledThread[64];
    all = new ControlledThread[64];
    enabled = new ControlledThread[64];
    liveCount = 0;
    allCount = 0;
    runnable = 0;
    outside = 0;
  }

  /** Fills {@code enabled} with the threads that could go on now; how many there are. */
  static int enabled() {
    if (enabled.length < liveCount) {
      enabled = new ControlledThread[live.length];
    }
    int count = 0;
    for (int i = 0; i < liveCount; i++) {
      ControlledThread t = live[i];
      Object want = t.want;
      if (t.state == ControlledThread.RUNNABLE
          && (want == null || !Monitors.heldByOther(want, t))) {
        enabled[count++] = t;
      }
    }
    return count;
  }

  static ControlledThread register(Thread thread, String path) {
    ControlledThread t = new ControlledThread(thread, allCount, path);
    if (liveCount == live.length) {
      live = Arrays.copyOf(live, liveCount * 2);
    }
    if (allCount == all.length) {
      all = Arrays.copyOf(all, allCount * 2);
    }
    all[allCount++] = t;
    live[liveCount++] = t;
    runnable++;
    Identity.seedThread(t);
    Scheduler.started(t);
    return t;
  }

  static void unregister(ControlledThread t) {
    setState(t, ControlledThread.ENDED);
    for (int i = 0; i < liveCount; i++) {
      if (live[i] == t) {
        System.arraycopy(live, i + 1, live, i, liveCount - 1 - i);
        clear(--liveCount);
        return;
      }
    }
  }

  @SuppressWarnings("NullAway") // an unused cell
  private static void clear(int i) {
    live[i] = null;
  }

  static void setState(ControlledThread t, int state) {
    int old = t.state;
    if (old == state) {
      return;
    }
    runnable +=
        (state == ControlledThread.RUNNABLE ? 1 : 0) - (old == ControlledThread.RUNNABLE ? 1 : 0);
    outside +=
        (state == ControlledThread.OUTSIDE ? 1 : 0) - (old == ControlledThread.OUTSIDE ? 1 : 0);
    t.state = state;
  }

  /** A blocked thread's reason to wait is gone; it may still want a monitor. */
  static void unblock(ControlledThread t) {
    t.deadline = ControlledThread.NEVER;
    setState(t, ControlledThread.RUNNABLE);
  }

  /** The block of a live thread; null if it is not controlled. */
  static @Nullable ControlledThread find(@Nullable Thread thread) {
    ControlledThread t = thread == null ? null : findEver(thread);
    return t == null || t.ended() ? null : t;
  }

  /** The block of a thread, also of one that has ended. */
  static @Nullable ControlledThread findEver(Thread thread) {
    ThreadState s = ThreadState.of(thread);
    return s != null && s.control instanceof ControlledThread t ? t : null;
  }
}
