package dev.prescient.runtime.control;

import dev.prescient.runtime.HappensBefore;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The end of a run while the JVM goes on. When the body has returned, its thread waits until only
 * daemons are left. A run that cannot end by itself is aborted: each of its threads gets an error
 * at the hook it stands at, and again at every hook it comes to, for tasks swallow errors.
 *
 * <p>State: {@code aborting} is written under the lock of {@link Token} and read by hooks without
 * it; {@code leaver} is written by the thread that began the run.
 */
public final class RunEnd {
  /** How often a thread may go on after it was told that the run is over. */
  private static final int ABORTS = 10_000;

  static volatile boolean aborting;

  private static volatile @Nullable Thread leaver;

  /** A class initialiser was broken off: the class cannot be used again in this JVM. */
  private static volatile boolean broken;

  private RunEnd() {}

  static void reset() {
    aborting = false;
    leaver = null;
  }

  /** Whether the run is over while the JVM goes on. */
  public static boolean aborting() {
    return aborting;
  }

  /**
   * The calling thread, which began the run, has done its part, as if it ended: waits until only
   * daemons are left.
   *
   * @throws RunAborted if the run is over before
   */
  public static void leave() {
    ControlledThread me = Scheduler.current();
    if (me == null) {
      return;
    }
    leaver = me.thread;
    Threads.finish(me);
    while (!Scheduler.frozen()) {
      if (aborting) {
        throw RunAborted.NOW;
      }
      boolean unused = Thread.interrupted();
      Token.U.park(false, 0L);
    }
    for (int i = 0; i < Roster.allCount; i++) {
      HappensBefore.join(Roster.all[i].thread);
    }
  }

  static void wakeLeaver() {
    Thread waits = leaver;
    if (waits != null) {
      Token.U.unpark(waits);
    }
  }

  /** Ends the run: its threads are told at their hooks. */
  public static void abort() {
    Token.lock();
    aborting = true;
    Scheduler.holder = null;
    ControlledThread[] waiting = Arrays.copyOf(Roster.live, Roster.liveCount);
    Token.unlock();
    for (ControlledThread t : waiting) {
      if (t.realWait == null) {
        Token.wake(t);
      }
    }
    for (ControlledThread t : waiting) { // these need a monitor that another may have
      if (t.realWait != null) {
        Token.wake(t);
      }
    }
    wakeLeaver();
  }

  /**
   * Waits, after {@link #abort}, until all other threads of the run have ended.
   *
   * @return false if they did not, in that time, or left a class half initialised
   */
  public static boolean allEnded(long patienceNs) {
    long start = System.nanoTime();
    boolean again = true;
    while (again) {
      again = false;
      for (ControlledThread t : Scheduler.living()) {
        while (t.thread != Thread.currentThread() && t.thread.isAlive()) {
          again = true; // it may have started others
          if (System.nanoTime() - start > patienceNs) {
            return false;
          }
          Token.U.park(false, 20_000L);
        }
      }
    }
    return !broken;
  }

  /** Tells the calling thread that the run is over, unless it is ending. */
  static void abortHere(ControlledThread me) {
    if (me.dying) {
      return;
    }
    broken |= me.noSwitch > 0;
    if (++me.aborts > ABORTS) {
      while (true) {
        Token.U.park(false, 0L); // it will not end: it may at least not turn in circles
      }
    }
    throw RunAborted.NOW;
  }

  /** The thread ends by the error: what it does now is the JDK's. */
  static void dies(Thread thread) {
    ControlledThread t = Roster.find(thread);
    if (t != null) {
      t.dying = true;
    }
  }
}
