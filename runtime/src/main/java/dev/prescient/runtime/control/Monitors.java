package dev.prescient.runtime.control;

import dev.prescient.runtime.HappensBefore;
import org.jspecify.annotations.Nullable;

/**
 * Monitors under control. The real monitorenter stays and is never contended: a thread reaches it
 * only when no other thread's shadow stack holds the object. Waiting releases the real monitor by
 * really waiting, until the token comes.
 *
 * <p>State: in the threads' blocks; {@code waitOrder} counts waits, written with the token.
 */
public final class Monitors {
  private static long waitOrder;
  private static ControlledThread[] waiters = new ControlledThread[16];

  private Monitors() {}

  static void reset() {
    waitOrder = 0;
  }

  /** Before a monitorenter of the application. */
  public static void enter(@Nullable Object o, int site) {
    ControlledThread me = Scheduler.current();
    if (me == null || o == null) {
      return;
    }
    if (!me.holds(o)) {
      Scheduler.point(me, EventLog.ENTER, site, false, o);
      acquire(me, o, site);
      StateHash.step(me, EventLog.ENTER, site, o);
    } else {
      me.countOperation();
    }
    me.push(o);
  }

  /** Before a monitorenter of a woven JDK class: no scheduling point, but no native wait either. */
  public static void enterJdk(@Nullable Object o) {
    ControlledThread me = Scheduler.current();
    if (me == null || o == null) {
      return;
    }
    acquire(me, o, 0);
    me.push(o);
  }

  /** After a monitorexit of the application. */
  public static void exit(Object o) {
    ControlledThread me = Scheduler.undisturbed();
    if (me != null && me.pop(o)) {
      StateHash.step(me, EventLog.EXIT, 0, o);
      Scheduler.point(me, EventLog.EXIT, 0, false, o);
    }
  }

  /** After a monitorexit of a woven JDK class. */
  public static void exitJdk(Object o) {
    ControlledThread me = Scheduler.undisturbed();
    if (me != null) {
      me.pop(o);
    }
  }

  static void acquire(ControlledThread me, Object o, int site) {
    while (heldByOther(o, me)) {
      Token.lock();
      me.want = o;
      Scheduler.block(me, site);
    }
    me.want = null;
  }

  static boolean heldByOther(Object o, ControlledThread me) {
    for (int i = 0; i < Roster.liveCount; i++) {
      ControlledThread t = Roster.live[i];
      if (t != me && t.holdsAny() && t.holds(o)) {
        return true;
      }
    }
    return false;
  }

  static @Nullable ControlledThread owner(Object o) {
    for (int i = 0; i < Roster.liveCount; i++) {
      ControlledThread t = Roster.live[i];
      if (t.holds(o)) {
        return t;
      }
    }
    return null;
  }

  // ------------------------------------------------------------------------------ wait and notify

  /** Instead of {@code o.wait()}. */
  public static void await(Object o, int site) throws InterruptedException {
    await(o, 0L, site);
  }

  /** Instead of {@code o.wait(ms, ns)}. */
  public static void await(Object o, long ms, int ns, int site) throws InterruptedException {
    if (ns < 0 || ns > 999_999) {
      throw new IllegalArgumentException("nanosecond timeout value out of range");
    }
    await(o, ns > 0 && ms < Long.MAX_VALUE ? ms + 1 : ms, site);
  }

  /** Instead of {@code o.wait(ms)}. */
  @SuppressWarnings("WaitNotInLoop") // the caller's loop
  public static void await(Object o, long ms, int site) throws InterruptedException {
    if (ms < 0) {
      throw new IllegalArgumentException("timeout value is negative");
    }
    HappensBefore.releaseMonitor(o);
    try {
      ControlledThread me = Thread.holdsLock(o) ? Scheduler.current() : null;
      if (me == null) {
        o.wait(ms);
      } else {
        awaitControlled(me, o, ms, site);
      }
    } finally {
      HappensBefore.acquireMonitor(o);
    }
  }

  private static void awaitControlled(ControlledThread me, Object o, long ms, int site)
      throws InterruptedException {
    Scheduler.point(me, EventLog.WAIT, site, false, o);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Token.lock();
    int entries = me.popAll(o);
    me.blockedOn = o;
    me.want = o;
    me.realWait = o;
    me.timedOut = false;
    me.wokenByInterrupt = false;
    me.waitOrder = ++waitOrder;
    me.deadline = VirtualTime.deadline(ms, 1_000_000L, ms > 0);
    Roster.setState(me, ControlledThread.WAITING);
    me.atOperation = me.inits == 0; // to have the monitor again is one of its own
    Scheduler.block(me, site);
    me.atOperation = false;
    me.countOperation();
    me.realWait = null;
    me.want = null;
    for (int i = 0; i < entries; i++) {
      me.push(o);
    }
    boolean interrupted = me.wokenByInterrupt;
    EventLog.add(me, EventLog.REACQUIRE, 0);
    if (interrupted) {
      me.wokenByInterrupt = false;
      me.interruptPending = false;
      boolean unused = Thread.interrupted();
      throw new InterruptedException();
    }
  }

  /** Instead of {@code o.notify()}: wakes exactly one waiter; which one is a choice. */
  @SuppressWarnings({"NakedNotify", "NotifyNotInSynchronized"}) // the caller's
  public static void notifyOne(Object o, int site) {
    ControlledThread me = Thread.holdsLock(o) ? Scheduler.current() : null;
    if (me == null) {
      o.notify();
      return;
    }
    Scheduler.point(me, EventLog.NOTIFY, site, false, o);
    Token.lock();
    int count = waitersOf(o);
    if (count > 0) {
      int chosen = count == 1 ? 0 : Scheduler.chooseWaiter(me, waiters, count);
      ControlledThread woken = waiters[chosen];
      if (count > 1) {
        Journal.add(Journal.NOTIFY, 0, me, woken.id, site, count);
        for (int i = 0; i < count; i++) {
          Journal.more(waiters[i].id);
        }
        StateHash.chosen(me, woken.id);
      }
      Roster.unblock(woken);
    }
    Token.unlock();
    if (count == 0) {
      o.notify(); // a waiter that is not controlled
    }
  }

  /** Instead of {@code o.notifyAll()}. */
  @SuppressWarnings({"NakedNotify", "NotifyNotInSynchronized"}) // the caller's
  public static void notifyEvery(Object o, int site) {
    ControlledThread me = Thread.holdsLock(o) ? Scheduler.current() : null;
    if (me == null) {
      o.notifyAll();
      return;
    }
    Scheduler.point(me, EventLog.NOTIFY, site, false, o);
    Token.lock();
    int count = waitersOf(o);
    for (int i = 0; i < count; i++) {
      Roster.unblock(waiters[i]);
    }
    Token.unlock();
    if (count == 0) {
      o.notifyAll(); // waiters that are not controlled
    }
  }

  /** Fills {@code waiters}, longest waiting first. */
  private static int waitersOf(Object o) {
    if (waiters.length < Roster.liveCount) {
      waiters = new ControlledThread[Roster.live.length];
    }
    int count = 0;
    for (int i = 0; i < Roster.liveCount; i++) {
      ControlledThread t = Roster.live[i];
      if (t.state == ControlledThread.WAITING && t.blockedOn == o) {
        int at = count++;
        while (at > 0 && waiters[at - 1].waitOrder > t.waitOrder) {
          waiters[at] = waiters[at - 1];
          at--;
        }
        waiters[at] = t;
      }
    }
    return count;
  }

  // ------------------------------------------------------------ synchronized methods of the JDK

  /** No switch until {@link #leaveQuiet}, except by blocking. */
  public static void enterQuiet() {
    ControlledThread me = Scheduler.undisturbed();
    if (me != null) {
      me.noSwitch++;
    }
  }

  /** A region begins in which the thread is not preempted; it may block and give way. */
  public static void enterSealed() {
    ControlledThread me = Scheduler.current();
    if (me != null) {
      me.sealed++;
    }
  }

  /** The end of a region without preemptions. */
  public static void leaveSealed() {
    ControlledThread me = Scheduler.current();
    if (me != null && me.sealed > 0) {
      me.sealed--;
    }
  }

  /** The end of a region without switches. */
  public static void leaveQuiet() {
    ControlledThread me = Scheduler.undisturbed();
    if (me != null && me.noSwitch > 0) {
      me.noSwitch--;
    }
  }
}
