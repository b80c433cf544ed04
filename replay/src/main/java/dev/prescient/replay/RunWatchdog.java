package dev.prescient.replay;

import dev.prescient.agent.Log;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.control.ControlledThread;
import dev.prescient.runtime.control.RunEnd;
import dev.prescient.runtime.control.Scheduler;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The net below the scheduler: lets real time pass while everybody is outside, finds a holder of
 * the token that waits in native code, confirms deadlocks, and carries the journal to the file. Not
 * a controlled thread.
 *
 * <p>State: everything is this thread's own but the volatile flags.
 */
final class RunWatchdog extends Thread {
  private static final long PERIOD_NS = 3_000_000L;

  /**
   * Until the next look at a stuck run, if other runs follow in this JVM: what is found there is
   * confirmed in a JVM of its own.
   */
  private static final long AGAIN_NS = 200_000L;

  private static final long DRAIN_NS = 50_000_000L;
  private static final long PATIENCE_NS = 3_000_000_000L;

  /**
   * The holder waits, by the JVM's own word, and uses no processor. The word alone would not do: it
   * is one moment's, and a thread that loads classes often waits a moment for one of the JVM's.
   */
  private static final long WAITS_NS = 20_000_000L;

  /** The holder is in a call that is known to wait, and uses no processor. */
  private static final long NATIVE_NS = 150_000_000L;

  /**
   * The holder uses no processor: a class being initialised elsewhere, an unknown native call, a
   * lock that a thread has which needs no token to go on.
   */
  private static final long IDLE_NS = 1_000_000_000L;

  /** We come back so late that the process or the machine must have stood still. */
  private static final long LATE_NS = 100_000_000L;

  /** How often the holder's stack is asked for. */
  private static final long ASK_NS = 10_000_000L;

  /** Shutdown hooks may wait for a daemon that stands still. */
  private static final long SHUTDOWN_NS = 5_000_000_000L;

  /** A run that is over while the JVM goes on has threads that do not end. */
  private static final long LOST_NS = 10_000_000_000L;

  /** How often in a row a stuck run must look stuck. */
  private static final int CONFIRMATIONS = 3;

  /** What {@link ThreadInfo} says where a lock has no owner. */
  private static final long NOBODY = -1;

  private static final StackTraceElement[] NO_STACK = {};

  private static final Set<String> WAITING_CALLS =
      Set.of(
          "read0",
          "readBytes",
          "readBytes0",
          "read",
          "accept",
          "accept0",
          "poll",
          "poll0",
          "wait",
          "wait0",
          "connect0",
          "socketRead0",
          "park",
          "waitForProcessExit0",
          "epollWait",
          "lock0",
          "sleep",
          "sleep0",
          "sleepNanos0",
          "write0",
          "writeBytes",
          "waitForReferencePendingList",
          "getAddrInfo",
          "lookupAllHostAddr",
          "recv0",
          "receive0",
          "select0");

  private final @Nullable JournalDrain journal;
  private final Runnable deadlock;
  private final Runnable lost;
  private volatile boolean ended;

  private @Nullable ControlledThread seen;
  private long seenPoints;
  private long seenSince;
  private long cpu;
  private long cpuSince;
  private long looked = System.nanoTime();
  private long asked;
  private int stuck;
  private long run;
  private long overSince;
  private boolean unwritable;
  private long frozenSince;
  private @Nullable ThreadMXBean threads;

  /**
   * Of one JVM.
   *
   * @param journal carried to a file as the run goes on; null if it is not
   * @param deadlock what to do about a confirmed one
   * @param lost what to do if a run that is over goes on
   */
  RunWatchdog(@Nullable JournalDrain journal, Runnable deadlock, Runnable lost) {
    super(null, null, "prescient-watchdog", 0, false);
    this.journal = journal;
    this.deadlock = deadlock;
    this.lost = lost;
    setDaemon(true);
  }

  /** Looks at once. */
  void hurry() {
    LockSupport.unpark(this);
  }

  void end() {
    ended = true;
  }

  @Override
  public void run() {
    ThreadState.current().busy++;
    long drained = System.nanoTime();
    while (!ended) {
      LockSupport.parkNanos(stuck > 0 && journal == null ? AGAIN_NS : PERIOD_NS);
      if (!Scheduler.active()) {
        continue;
      }
      long now = System.nanoTime();
      try {
        look(now);
      } catch (RuntimeException | LinkageError e) { // the net below must not tear
        Log.error("the watchdog failed: " + e);
      }
      if (now - drained > DRAIN_NS) {
        drained = now;
        drain();
      }
    }
  }

  private void drain() {
    JournalDrain to = journal;
    if (to == null || unwritable) {
      return;
    }
    try {
      to.drain();
    } catch (IOException e) {
      unwritable = true;
      Log.error("the recording cannot be written: " + e);
    }
  }

  private void look(long now) {
    if (now - looked > LATE_NS) {
      seen = null; // we did not run ourselves: no time has passed for the others either
      stuck = 0;
    }
    looked = now;
    if (run != Scheduler.runs()) {
      run = Scheduler.runs();
      seen = null;
      stuck = 0;
      frozenSince = 0;
      overSince = 0;
    }
    if (RunEnd.aborting()) {
      overSince = overSince == 0 ? now : overSince;
      if (now - overSince > LOST_NS) {
        lost.run();
      }
      return;
    }
    if (Scheduler.frozen()) {
      frozenSince = frozenSince == 0 ? now : frozenSince;
      if (now - frozenSince > SHUTDOWN_NS) {
        Scheduler.thaw();
      }
      return;
    }
    ControlledThread holder = Scheduler.holder();
    if (holder == null) {
      seen = null;
      stuck = Scheduler.idleTick(PATIENCE_NS) ? stuck + 1 : 0;
      if (stuck >= CONFIRMATIONS && !FailureFinder.waitsForTheCollector()) {
        deadlock.run();
      }
      return;
    }
    stuck = 0;
    long points = Scheduler.points();
    if (holder != seen || points != seenPoints) {
      seen = holder;
      seenPoints = points;
      seenSince = now;
      cpuSince = now;
      cpu = -1;
      return;
    }
    if (now - seenSince < WAITS_NS || now - asked < ASK_NS) {
      return;
    }
    asked = now;
    if (waits(holder, now)) {
      Scheduler.markOutside(holder, points);
    }
  }

  /** Whether the holder waits, and has for so long that nothing but another thread will end it. */
  private boolean waits(ControlledThread t, long now) {
    Thread.State state = t.thread.getState();
    if (state == Thread.State.NEW || state == Thread.State.TERMINATED) {
      return false;
    }
    StackTraceElement[] stack = t.thread.getStackTrace();
    boolean ours = inOurs(stack);
    if (ours && (state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING)) {
      return false;
    }
    long used = threads().getThreadCpuTime(t.thread.getId());
    if (used != cpu) { // it went on since the last look, whatever it does at this moment
      cpu = used;
      cpuSince = now;
      return false;
    }
    return now - cpuSince > limit(t.thread, state, ours ? NO_STACK : stack);
  }

  private long limit(Thread t, Thread.State state, StackTraceElement[] stack) {
    if (state == Thread.State.RUNNABLE) {
      boolean call =
          stack.length > 0
              && stack[0].isNativeMethod()
              && WAITING_CALLS.contains(stack[0].getMethodName());
      return call ? NATIVE_NS : IDLE_NS;
    }
    ThreadInfo info = threads().getThreadInfo(t.getId());
    boolean ends = info != null && isFree(info.getLockOwnerId(), state);
    return ends ? IDLE_NS : WAITS_NS;
  }

  /**
   * Whether the owner of a lock gives it back without the token: a thread of the JVM's, or none.
   */
  private static boolean isFree(long owner, Thread.State state) {
    for (ControlledThread t : Scheduler.living()) {
      if (t.thread.getId() == owner) {
        return false;
      }
    }
    return owner != NOBODY || state == Thread.State.BLOCKED;
  }

  private ThreadMXBean threads() {
    ThreadMXBean bean = threads;
    if (bean == null) {
      bean = ManagementFactory.getThreadMXBean();
      threads = bean;
    }
    return bean;
  }

  /** The innermost frames are the scheduler's own waiting. */
  private static boolean inOurs(StackTraceElement[] stack) {
    for (int i = 0; i < Math.min(3, stack.length); i++) {
      if (stack[i].getClassName().startsWith("dev.prescient.runtime.")) {
        return true;
      }
    }
    return false;
  }
}
