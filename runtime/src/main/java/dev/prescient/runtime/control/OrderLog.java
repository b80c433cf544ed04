package dev.prescient.runtime.control;

import dev.prescient.runtime.Internals;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The one order of the operations of a free run: runs of operations of one thread, in which every
 * operation is counted under a spin lock. Who keeps the lock while the operation is done has its
 * place in the order exactly; that is why the number is taken inside the operation.
 *
 * <p>The lock is never a reason for the program to stand still: who waited too long takes it, which
 * is counted. That happens where an operation calls back into the program, which then waits for
 * somebody who waits for the lock, or where an error came between lock and unlock.
 *
 * <p>State: {@code lock} is the lock's word; all else is written under it, {@code owner} by who has
 * it or takes it away. After it was taken away two threads may be here at once: at worst some
 * operations are lost to the order, no index leaves its array.
 */
public final class OrderLog {
  private static final long LOCK = Internals.offset(OrderLog.class, "lock");
  private static final OrderLog ALL = new OrderLog();

  /** After so long a wait the lock is taken. */
  private static final long PATIENCE_NS = 400_000_000L;

  /** Of a wait without a look at the clock, no more counts: the process may have stood still. */
  private static final long STEP_NS = 4_000_000L;

  /** Runs that may wait to be taken to the recording, 128 MB of them; beyond that they are lost. */
  private static final int MOST = 1 << 24;

  private @SuppressWarnings("unused") // taken through its offset
  volatile int lock;

  private @Nullable Object owner;
  private @Nullable ControlledThread last;
  private int count;
  private long[] runs = new long[1 << 14];
  private int length;
  private long lost;
  private long taken;

  private OrderLog() {}

  /** Takes the lock, for one operation of a thread. */
  static void lock(Object me) {
    if (!Internals.U.compareAndSetInt(ALL, LOCK, 0, 1)) {
      await();
    }
    ALL.owner = me;
  }

  private static void await() {
    long waited = 0;
    long since = 0;
    for (int spins = 0; !Internals.U.compareAndSetInt(ALL, LOCK, 0, 1); spins++) {
      Internals.pause(spins);
      if ((spins & 63) == 63) {
        long now = System.nanoTime();
        waited += since == 0 ? 0 : Math.min(now - since, STEP_NS);
        since = now;
        if (waited > PATIENCE_NS) {
          ALL.taken++;
          return;
        }
      }
    }
  }

  /** Gives the lock back, unless it was taken away. */
  static void unlock(Object me) {
    if (ALL.owner == me) {
      ALL.owner = null;
      Internals.unlock(ALL, LOCK);
    }
  }

  /** The next operation is one of this thread. With the lock. */
  static void add(ControlledThread me) {
    OrderLog log = ALL;
    if (log.last == me && log.count != Integer.MAX_VALUE) {
      log.count++;
    } else {
      log.next(me);
    }
  }

  private void next(@Nullable ControlledThread me) {
    ControlledThread former = last;
    if (former != null) {
      put((long) former.id << Integer.SIZE | count);
    }
    last = me;
    count = 1;
  }

  private void put(long run) {
    long[] to = runs;
    int at = length;
    if (at >= to.length) {
      try {
        to = Arrays.copyOf(to, at < MOST ? at * 2 : at);
      } catch (OutOfMemoryError e) { // the program's memory
        at = MOST;
      }
      runs = to;
    }
    if (at < to.length) {
      to[at] = run;
      length = at + 1;
    } else {
      lost++;
    }
  }

  /**
   * Takes what has come in since the last call: thread id above, number of operations below.
   *
   * @param me who asks
   */
  public static long[] drain(Object me) {
    long[] empty = new long[1 << 14];
    lock(me);
    ALL.next(null);
    long[] full = ALL.runs;
    int length = Math.min(ALL.length, full.length);
    ALL.runs = empty;
    ALL.length = 0;
    unlock(me);
    return Arrays.copyOf(full, length);
  }

  /** Runs of operations that there was no room for. */
  public static long lost() {
    return ALL.lost;
  }

  /** Times that the lock was taken from an operation: it has no exact place in the order. */
  public static long taken() {
    return ALL.taken;
  }
}
