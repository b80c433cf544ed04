package dev.prescient.runtime.control;

import org.jspecify.annotations.Nullable;

/**
 * Loops that are not counted. Any such loop gives way now and then, so that a thread that waits for
 * another by looping does not keep it from running. A <em>spin</em> is a loop that, as the weaver
 * proved, changes nothing that its own course depends on: what it reads decides alone.
 *
 * <p>Non-termination: when every live thread is blocked without a deadline or stands in a spin that
 * went round often enough since anything else last happened, then nobody can ever change what the
 * loops read. That is a verdict. A loop that is not proved to be a spin gives none: its run is cut
 * at the limit of scheduling points.
 *
 * <p>State: {@code epoch} is written with the token; it grows whenever anything but spinning
 * happens. A thread's rounds count only within one epoch.
 */
public final class Loops {
  private static final int ITERATIONS_PER_YIELD = 16;
  private static final int ROUNDS = 128;

  private static long epoch;

  private Loops() {}

  static void reset() {
    epoch = 0;
  }

  /** Something other than spinning happened. */
  static void disturb() {
    epoch++;
  }

  /** At a back edge; {@code k} counts the method's back edges. */
  public static void backEdge(int k, int site) {
    if ((k & 0x3FF) == 0) {
      giveWay(site);
    }
  }

  private static void giveWay(int site) {
    ControlledThread me = Scheduler.current();
    if (me != null) {
      Loops.disturb();
      Scheduler.point(me, EventLog.LOOP, site, true);
    }
  }

  /** Before a spin is entered. */
  public static void enterSpin() {
    ControlledThread me = Scheduler.current();
    if (me != null) {
      epoch++;
      me.spins = 0;
      me.rounds = 0;
      me.sleepSite = 0;
    }
  }

  /** At a spin's back edge. */
  public static void spin(int site) {
    ControlledThread me = Scheduler.current();
    if (me == null || (++me.spins < ITERATIONS_PER_YIELD && me.sleepSite == 0)) {
      return;
    }
    me.spins = 0;
    me.spinSite = site;
    me.roundSleepSite = me.sleepSite;
    me.sleepSite = 0;
    if (me.roundsEpoch != epoch) {
      me.roundsEpoch = epoch;
      me.rounds = 0;
    }
    me.rounds++;
    me.inSpinHook = true;
    if (me.rounds >= ROUNDS && hopeless()) {
      Scheduler.spinsForever(me);
    }
    Scheduler.point(me, EventLog.SPIN, site, true);
    me.inSpinHook = false;
  }

  private static boolean hopeless() {
    if (Roster.outside > 0) {
      return false;
    }
    for (int i = 0; i < Roster.liveCount; i++) {
      if (!hopeless(Roster.live[i])) {
        return false;
      }
    }
    return true;
  }

  private static boolean hopeless(ControlledThread t) {
    if (t.state != ControlledThread.RUNNABLE && !t.timed()) {
      return true;
    }
    @Nullable Object want = t.want;
    if (t.state == ControlledThread.RUNNABLE && want != null) {
      return Monitors.heldByOther(want, t);
    }
    if (t.roundsEpoch != epoch || t.rounds < ROUNDS) {
      return false;
    }
    return t.inSpinHook
        || (t.state == ControlledThread.SLEEPING && t.sleepSite == t.roundSleepSite);
  }
}
