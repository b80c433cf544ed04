package dev.prescient.runtime.control;

import dev.prescient.runtime.HappensBefore;
import dev.prescient.runtime.ThreadState;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;
import org.jspecify.annotations.Nullable;

/**
 * A run whose threads run in parallel, as the operating system has it, while the order of their
 * operations is kept: {@link OrderLog}. An operation is what is a scheduling point with a place in
 * the application in a controlled run, so that n operations of a thread are the same there. It is
 * one of three kinds:
 *
 * <ul>
 *   <li>short ones that cannot wait (accesses, atomics, calls of concurrent collections) are done
 *       between {@link #begin} and {@link #end}, under the log's lock: their place is exact;
 *   <li>what waits for others (to lock, to take, to join) is counted when it is over: {@link
 *       #expect} and {@link #done}; a monitor is held then, so that its place is exact, too;
 *   <li>all others, which may set others free, are counted before they are done: {@link
 *       #operation}.
 * </ul>
 *
 * <p>State: {@code active} is set once, and cleared when the run ends; what belongs to one thread
 * is in its block.
 */
public final class FreeRun {
  /** Calls that may have waited under the log's lock before no more are done so. */
  private static final int CALLS_TAKEN = 3;

  private static volatile boolean active;

  private FreeRun() {}

  /** The calling thread becomes thread 0, and the order is kept from now on. */
  public static void begin(long seed) {
    Identity.probe();
    Identity.seed(seed);
    ThreadState state = ThreadState.current();
    ControlledThread main = Roster.register(Thread.currentThread(), "0");
    main.clocks = state;
    state.control = main;
    state.children = 0;
    active = true;
  }

  /** The run ends: hooks return at once. */
  public static void stop() {
    active = false;
  }

  /** Whether the order of a free run is kept. */
  static boolean active() {
    return active;
  }

  /** The calling thread's block, if it is one of the run and does not run our own code. */
  @ForceInline
  static @Nullable ControlledThread current() {
    if (!active) {
      return null;
    }
    ThreadState state = ThreadState.current();
    return state.busy == 0 && state.control instanceof ControlledThread t ? t : null;
  }

  /** The same, but in a class initialiser, where nothing is an operation. */
  @ForceInline
  private static @Nullable ControlledThread counted() {
    ControlledThread me = current();
    return me == null || me.inits > 0 ? null : me;
  }

  // ------------------------------------------------------------------------------ operations

  /** Before a short operation that cannot wait. */
  public static void begin() {
    ControlledThread me = counted();
    if (me != null) {
      settle(me);
      enter(me);
      OrderLog.add(me);
    }
  }

  /**
   * As {@link #begin}, before a call that may call back into the program. Where that turns out to
   * wait, such calls are counted before they are done.
   */
  public static void beginCall() {
    if (OrderLog.taken() < CALLS_TAKEN) {
      begin();
    } else {
      operation();
    }
  }

  /**
   * As {@link #beginCall}, of what may turn out to be no operation; {@link #operation} if it is.
   */
  static void hold() {
    ControlledThread me = counted();
    if (me != null && OrderLog.taken() < CALLS_TAKEN) {
      settle(me);
      enter(me);
    }
  }

  /** After it. */
  public static void end() {
    ControlledThread me = counted();
    if (me != null && me.inOperation > 0) {
      leave(me);
    }
  }

  /** First thing in every handler of a method with such an operation: it may have thrown. */
  public static void thrown() {
    ControlledThread me = counted();
    if (me != null) {
      if (me.inOperation > 0) {
        me.inOperation = 0;
        OrderLog.unlock(me);
      }
      settle(me);
    }
  }

  /** Before an operation that is not of the other kinds. */
  public static void operation() {
    ControlledThread me = counted();
    if (me != null) {
      settle(me);
      count(me);
    }
  }

  /** Before an operation that may wait. */
  public static void expect() {
    ControlledThread me = counted();
    if (me != null) {
      settle(me);
      me.expected = true;
    }
  }

  /** After it. */
  public static void done() {
    ControlledThread me = counted();
    if (me != null) {
      settle(me);
    }
  }

  /** An operation that was waited for and has thrown is over. */
  private static void settle(ControlledThread me) {
    if (me.expected) {
      me.expected = false;
      count(me);
    }
  }

  private static void count(ControlledThread me) {
    enter(me);
    OrderLog.add(me);
    leave(me);
  }

  @ForceInline
  private static void enter(ControlledThread me) {
    if (me.inOperation++ == 0) {
      OrderLog.lock(me);
    }
  }

  @ForceInline
  private static void leave(ControlledThread me) {
    if (--me.inOperation == 0) {
      OrderLog.unlock(me);
    }
  }

  // -------------------------------------------------------------------------- waiting, in place

  /** Instead of {@code o.wait()}. */
  @Hidden // from stack traces and walkers
  public static void await(Object o) throws InterruptedException {
    await(o, 0L, 0);
  }

  /** Instead of {@code o.wait(ms)}. */
  @Hidden // from stack traces and walkers
  public static void await(Object o, long ms) throws InterruptedException {
    await(o, ms, 0);
  }

  /** Instead of {@code o.wait(ms, ns)}. */
  @Hidden // from stack traces and walkers
  @SuppressWarnings("WaitNotInLoop") // the loop is the program's
  public static void await(Object o, long ms, int ns) throws InterruptedException {
    if (!Thread.holdsLock(o)) {
      o.wait(ms, ns); // throws
    }
    operation();
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    try {
      o.wait(ms, ns);
    } finally {
      operation();
    }
  }

  /** Before {@code o.notify()} and {@code o.notifyAll()}. */
  public static void beforeNotify(@Nullable Object o) {
    if (o != null && Thread.holdsLock(o)) {
      operation();
    }
  }

  /** Before {@code Thread.sleep(ms)}. */
  public static void beforeSleep(long ms) {
    if (ms >= 0) {
      operation();
    }
  }

  /** Before {@code Thread.sleep(duration)}. */
  public static void beforeSleepNanos(long ns) {
    if (ns > 0) {
      operation();
    }
  }

  // -------------------------------------------------------------------------------------- threads

  /** Before {@code start0()}, in the parent. Service threads of the JDK are left alone. */
  public static void beforeStart(Thread child) {
    ControlledThread me = current();
    if (me == null || Threads.isInnocuous(child)) {
      return;
    }
    ThreadState named = HappensBefore.fork(child);
    if (named == null) {
      return;
    }
    enter(me);
    ControlledThread t = Roster.register(child, named.path);
    t.clocks = named;
    named.control = t;
    leave(me);
    me.justStarted = true;
  }

  /** After a call of {@code start()} in the application. */
  public static void afterStart() {
    ControlledThread me = current();
    if (me != null && me.justStarted) {
      me.justStarted = false;
      operation();
    }
  }

  /** At the end of {@code Thread.exit()}, on the thread itself: its last operation. */
  public static void end(Thread thread) {
    ControlledThread me = thread == Thread.currentThread() ? current() : null;
    if (me != null) {
      operation();
      enter(me);
      Roster.unregister(me);
      leave(me);
    }
  }

  /** A class initialiser begins. */
  public static void beginInit() {
    ControlledThread me = current();
    if (me != null) {
      me.inits++;
    }
  }

  /** A class initialiser has ended, however. */
  public static void endInit() {
    ControlledThread me = current();
    if (me != null && me.inits > 0) {
      me.inits--;
    }
  }
}
