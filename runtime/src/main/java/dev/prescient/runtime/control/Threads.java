package dev.prescient.runtime.control;

import dev.prescient.runtime.HappensBefore;
import dev.prescient.runtime.ThreadState;
import org.jspecify.annotations.Nullable;

/**
 * Threads under control: start, begin, end, join, sleep, yield, interrupt, and the questions about
 * their state.
 */
public final class Threads {
  private static final String INNOCUOUS = "jdk.internal.misc.InnocuousThread";

  private Threads() {}

  // ------------------------------------------------------------------------------ begin and end

  /** Before {@code start0()}, in the parent. Service threads of the JDK are left alone. */
  public static void beforeStart(Thread child) {
    ControlledThread me = Scheduler.current();
    if (me == null || isInnocuous(child)) {
      return;
    }
    ThreadState named = HappensBefore.fork(child);
    String path =
        named == null ? me.path.concat(".").concat(Integer.toString(++me.children)) : named.path;
    Token.lock();
    ControlledThread t = Roster.register(child, path);
    if (named != null) {
      named.control = t;
    }
    me.justStarted = true;
    EventLog.add(me, EventLog.START, 0, child);
    Token.unlock();
  }

  static boolean isInnocuous(Thread thread) {
    return thread.getClass().getName().equals(INNOCUOUS);
  }

  /** After a call of {@code start()} in the application. */
  public static void afterStart(int site) {
    ControlledThread me = Scheduler.current();
    if (me != null && me.justStarted) {
      me.justStarted = false;
      Scheduler.point(me, EventLog.START, site, false);
    }
  }

  /** First thing in a method {@code run()}. */
  public static void begin(@Nullable Object o) {
    if (Scheduler.active && o == Thread.currentThread()) {
      ControlledThread unused = Scheduler.current();
    }
  }

  /** The thread's first hook: it waits until it is chosen for the first time. */
  static void beginHere(ControlledThread t) {
    ThreadState clocks = ThreadState.current();
    t.clocks = clocks;
    clocks.control = t;
    t.begun = true;
    Token.await(t);
    EventLog.add(t, EventLog.BEGIN, 0);
  }

  /** At the end of {@code Thread.exit()}, on the thread itself. */
  public static void end(Thread thread) {
    if (!Scheduler.active || thread != Thread.currentThread()) {
      return;
    }
    if (RunEnd.aborting) {
      HappensBefore.exit(thread);
      return;
    }
    ControlledThread me = Scheduler.current();
    if (me == null) {
      return;
    }
    HappensBefore.exit(thread);
    finish(me);
  }

  /** A thread has nothing more to do: others go on, or only daemons are left. */
  static void finish(ControlledThread me) {
    Thread thread = me.thread;
    Token.lock();
    EventLog.add(me, EventLog.END, 0, thread);
    me.countOperation();
    Roster.unregister(me);
    for (int i = 0; i < Roster.liveCount; i++) {
      ControlledThread t = Roster.live[i];
      if (t.state == ControlledThread.JOINING && t.blockedOn == thread) {
        Roster.unblock(t);
      }
    }
    if (onlyDaemons()) {
      Scheduler.freeze();
      me.token = false;
      Token.unlock();
      return;
    }
    Scheduler.depart(me, 0);
  }

  private static boolean onlyDaemons() {
    for (int i = 0; i < Roster.liveCount; i++) {
      if (!Roster.live[i].thread.isDaemon()) {
        return false;
      }
    }
    return true;
  }

  // ---------------------------------------------------------------------------------------- join

  /** Instead of {@code t.join()} in the application. */
  public static void join(Thread t, int site) throws InterruptedException {
    join(t, 0L, site);
  }

  /** Instead of {@code t.join(ms, ns)} in the application. */
  public static void join(Thread t, long ms, int ns, int site) throws InterruptedException {
    join(t, ns > 0 && ms < Long.MAX_VALUE ? ms + 1 : ms, site);
  }

  /** Instead of {@code t.join(ms)} in the application. */
  public static void join(Thread t, long ms, int site) throws InterruptedException {
    ControlledThread me = Scheduler.current();
    if (me != null) {
      Scheduler.point(me, EventLog.JOIN, site, false, ms > 0 ? null : t);
      if (!awaitEnd(me, t, ms, site)) {
        return;
      }
    }
    t.join(ms);
  }

  /** At the start of {@code Thread.join(long)}, for callers in the JDK. */
  public static void joinJdk(Thread t, long ms) throws InterruptedException {
    ControlledThread me = Scheduler.current();
    if (me != null) {
      awaitEnd(me, t, ms, 0);
    }
  }

  /** Whether the real join should follow: the thread has ended, or is not ours. */
  private static boolean awaitEnd(ControlledThread me, Thread thread, long ms, int site)
      throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    ControlledThread t = Roster.find(thread);
    if (t == null || t == me || ms < 0) {
      return true;
    }
    // JDK 17's join is synchronized: who holds the real monitor must wait on the object
    boolean holds = Thread.holdsLock(thread) && !me.holds(thread);
    Token.lock();
    me.deadline = VirtualTime.deadline(ms, 1_000_000L, ms > 0);
    me.timedOut = false;
    me.blockedOn = thread;
    if (holds) {
      me.want = thread;
      me.realWait = thread;
    }
    Roster.setState(me, ControlledThread.JOINING);
    Scheduler.block(me, site);
    me.want = null;
    me.realWait = null;
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return t.ended();
  }

  // ----------------------------------------------------------------------------------- questions

  /** Instead of {@code t.isAlive()} in the application. */
  public static boolean isAlive(Thread t, int site) {
    ControlledThread me = Scheduler.current();
    if (me != null) {
      Scheduler.point(me, EventLog.ACCESS, site, false, t);
      ControlledThread c = Roster.findEver(t);
      if (c != null) {
        if (!c.ended()) {
          return true;
        }
        awaitRealEnd(t);
      }
    }
    return HappensBefore.alive(t, t.isAlive());
  }

  /** The thread has passed its last hook; what the JVM still does with it takes microseconds. */
  private static void awaitRealEnd(Thread t) {
    while (t.isAlive()) {
      Token.U.park(false, 20_000L);
    }
  }

  /** Instead of {@code t.getState()} in the application. */
  public static Thread.State getState(Thread t, int site) {
    ControlledThread me = Scheduler.current();
    if (me == null) {
      return HappensBefore.state(t, t.getState());
    }
    Scheduler.point(me, EventLog.ACCESS, site, false, t);
    ControlledThread c = Roster.findEver(t);
    if (c == null) {
      return t.getState();
    }
    if (c.ended()) {
      HappensBefore.join(t);
      return Thread.State.TERMINATED;
    }
    if (c.state == ControlledThread.RUNNABLE || c.outside()) {
      return c.want != null ? Thread.State.BLOCKED : Thread.State.RUNNABLE;
    }
    return c.timed() ? Thread.State.TIMED_WAITING : Thread.State.WAITING;
  }

  // ----------------------------------------------------------------------------- sleep and yield

  /** Instead of {@code Thread.sleep(ms)}. */
  public static void sleep(long ms, int site) throws InterruptedException {
    if (ms < 0) {
      throw new IllegalArgumentException("timeout value is negative");
    }
    ControlledThread me = Scheduler.current();
    if (me == null) {
      Thread.sleep(ms);
    } else {
      sleep(me, VirtualTime.deadline(ms, 1_000_000L, true), site);
    }
  }

  /** Instead of {@code Thread.sleep(ms, ns)}. */
  public static void sleep(long ms, int ns, int site) throws InterruptedException {
    if (ns < 0 || ns > 999_999) {
      throw new IllegalArgumentException("nanosecond timeout value out of range");
    }
    sleep(ns > 0 && ms < Long.MAX_VALUE ? ms + 1 : ms, site);
  }

  /** Instead of {@code Thread.sleep(duration)}, the duration in nanoseconds. */
  public static void sleepNanos(long ns, int site) throws InterruptedException {
    if (ns > 0) {
      sleep(ns / 1_000_000L, (int) (ns % 1_000_000L), site);
    }
  }

  /** Instead of {@code Thread.sleepNanos0(ns)} inside JDK 21 and later. */
  public static void sleepNanosJdk(long ns) throws InterruptedException {
    ControlledThread me = Scheduler.current();
    if (me == null) {
      Thread.sleep(ns / 1_000_000L, (int) (ns % 1_000_000L));
    } else {
      sleep(me, VirtualTime.deadline(ns, 1, true), 0);
    }
  }

  private static void sleep(ControlledThread me, long deadline, int site)
      throws InterruptedException {
    Scheduler.point(me, EventLog.SLEEP, site, false);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Token.lock();
    me.sleepSite = site;
    me.deadline = Math.max(deadline, Scheduler.now + 1);
    Roster.setState(me, ControlledThread.SLEEPING);
    Scheduler.block(me, site);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /** Instead of {@code Thread.yield()} and {@code Thread.onSpinWait()} in the application. */
  @SuppressWarnings("ThreadPriorityCheck") // the program's own call
  public static void giveWay(int site) {
    ControlledThread me = Scheduler.current();
    if (me == null) {
      Thread.yield();
    } else {
      Scheduler.point(me, EventLog.YIELD, site, true);
    }
  }

  /** Instead of {@code Thread.yield()} in the JDK. */
  @SuppressWarnings("ThreadPriorityCheck") // the JDK's own call
  public static void yieldJdk() {
    ControlledThread me = Scheduler.current();
    if (me == null) {
      Thread.yield();
    } else {
      Scheduler.point(me, EventLog.YIELD, 0, true);
    }
  }

  /** Instead of {@code Thread.onSpinWait()} in the JDK. */
  public static void spinJdk() {
    ControlledThread me = Scheduler.current();
    if (me == null) {
      Thread.onSpinWait();
    } else if ((++me.jdkSpins & 63) == 0) {
      Scheduler.point(me, EventLog.YIELD, 0, true);
    }
  }

  // ----------------------------------------------------------------------------------- interrupt

  /**
   * At the start of {@code Thread.interrupt()}.
   *
   * @return whether that was all: the target raises its real flag itself when it next runs
   */
  public static boolean interrupt(Thread target) {
    if (!Scheduler.active) {
      return false;
    }
    ThreadState own = ThreadState.current();
    if (own.busy != 0) {
      return false;
    }
    ControlledThread me = Scheduler.current();
    ControlledThread t = Roster.find(target);
    if (me != null) {
      EventLog.add(me, EventLog.INTERRUPT, 0);
    }
    if (t == null || t == me || t.state == ControlledThread.OUTSIDE) {
      return false;
    }
    ControlledThread next = null;
    Token.lock();
    t.interruptPending = true;
    if (t.state == ControlledThread.WAITING) {
      t.wokenByInterrupt = true;
      Roster.unblock(t);
    } else if (t.state != ControlledThread.RUNNABLE) {
      Roster.unblock(t);
    }
    if (me == null) {
      next = Scheduler.kick();
    }
    Token.unlock();
    if (next != null) {
      Token.wake(next);
    }
    return true;
  }

  /** The answer of {@code t.isInterrupted()}, given the real flag. */
  public static boolean isInterrupted(boolean real, Thread thread) {
    if (real || !Scheduler.active) {
      return real;
    }
    ControlledThread t = Roster.find(thread);
    return t != null && t.interruptPending;
  }
}
