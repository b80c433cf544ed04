package dev.prescient.runtime.control;

import dev.prescient.runtime.ThreadState;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * The token's way from thread to thread, and the lock behind it. Who gives it away has chosen the
 * receiver under the lock; the receiver is woken by a raw unpark, or, if it stands in a real wait
 * set because it must not keep the monitor, by a notify there.
 *
 * <p>State: {@code CELL} is the spin lock's word, {@code lockedBy} its owner, for the event log.
 */
final class Token {
  static final Unsafe U = Unsafe.getUnsafe();

  /** About 4 KB. */
  private static final int STACK_FRAMES = 48;

  private static final long LOCK = U.objectFieldOffset(Cell.class, "value");
  private static final Cell CELL = new Cell();
  private static @Nullable Thread lockedBy;

  /** The lock's word. */
  private static final class Cell {
    @SuppressWarnings("unused") // taken through its offset
    volatile int value;
  }

  private Token() {}

  /** The receiver of the token is told. */
  static void wake(ControlledThread t) {
    Object o = t.realWait;
    if (o == null) {
      t.token = true;
      U.unpark(t.thread);
    } else {
      synchronized (o) {
        t.token = true;
        o.notifyAll();
      }
    }
  }

  /**
   * Waits for the token, in the wait set of {@code realWait} or parked.
   *
   * @throws RunAborted if the run is over instead
   */
  static void await(ControlledThread me) {
    ThreadState c = me.clocks;
    if (c != null) {
      c.busy++;
    }
    Object o = me.realWait;
    while (!me.token && !RunEnd.aborting) {
      if (o != null) {
        waitReally(me, o);
      } else {
        if (Thread.interrupted()) {
          me.interruptPending = true;
        }
        U.park(false, 0L);
      }
    }
    me.realWait = null;
    deliverInterrupt(me);
    if (c != null) {
      c.busy--;
    }
    if (RunEnd.aborting) {
      RunEnd.abortHere(me);
    }
  }

  @SuppressWarnings("WaitNotInLoop") // await loops over the token
  private static void waitReally(ControlledThread me, Object o) {
    try {
      if (!me.token && !RunEnd.aborting) {
        o.wait();
      }
    } catch (InterruptedException e) {
      me.interruptPending = true;
    }
  }

  /** An interrupt's real flag is raised by the target itself, with the token. */
  private static void deliverInterrupt(ControlledThread me) {
    if (me.interruptPending && !me.wokenByInterrupt) {
      me.interruptPending = false;
      me.thread.interrupt();
    }
  }

  /**
   * Takes the lock. The stack that its holder may need is touched before: a StackOverflowError must
   * not come while it is held.
   */
  static void lock() {
    touch(STACK_FRAMES);
    int tries = 0;
    while (!U.compareAndSetInt(CELL, LOCK, 0, 1)) {
      if ((++tries & 63) == 0) {
        U.park(false, 50_000L);
      } else {
        Thread.onSpinWait();
      }
    }
    lockedBy = Thread.currentThread();
  }

  static void unlock() {
    lockedBy = null;
    CELL.value = 0;
  }

  @DontInline
  private static int touch(int frames) {
    return frames == 0 ? 0 : 1 + touch(frames - 1);
  }

  static boolean isLockedHere() {
    return lockedBy == Thread.currentThread();
  }
}
