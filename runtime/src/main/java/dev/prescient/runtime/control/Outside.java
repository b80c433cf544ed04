package dev.prescient.runtime.control;

/**
 * Threads that wait for the world: around a call that may block in I/O the thread gives the token
 * away and queues for it on return. While somebody is outside and nobody can run, the virtual clock
 * follows the real one.
 */
public final class Outside {
  private Outside() {}

  /** Before a call that may block outside. */
  public static void leave(int site) {
    ControlledThread me = Scheduler.current();
    if (me == null || me.noSwitch != 0) {
      return;
    }
    Scheduler.point(me, EventLog.LEAVE, site, false);
    Token.lock();
    me.deadline = ControlledThread.NEVER;
    Roster.setState(me, ControlledThread.OUTSIDE);
    Scheduler.depart(me, site);
  }

  /** After it, also when it threw. */
  public static void comeBack() {
    if (Scheduler.active) {
      ControlledThread unused = Scheduler.current();
    }
  }

  static void rejoin(ControlledThread t) {
    Token.lock();
    Roster.setState(t, ControlledThread.RUNNABLE);
    t.token = false;
    boolean taken = Scheduler.takeFreeToken(t);
    Token.unlock();
    if (!taken) {
      Token.await(t);
    }
    EventLog.add(t, EventLog.RETURN, 0);
    Token.lock();
    long time = Scheduler.timeAfterOutside(t);
    Scheduler.now = Math.max(Scheduler.now, time);
    Journal.add(Journal.TIME, 0, t, t.id, 0, 1);
    Journal.more(Scheduler.now);
    VirtualTime.pass(0);
    Token.unlock();
  }
}
