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
    Scheduler.point(me, Scheduler.LEAVE, site, false);
    Scheduler.lock();
    me.deadline = ControlledThread.NEVER;
    Scheduler.setState(me, ControlledThread.OUTSIDE);
    Scheduler.depart(me, site);
  }

  /** After it, also when it threw. */
  public static void comeBack() {
    if (Scheduler.active) {
      ControlledThread unused = Scheduler.current();
    }
  }

  static void rejoin(ControlledThread t) {
    Scheduler.lock();
    Scheduler.setState(t, ControlledThread.RUNNABLE);
    t.token = false;
    boolean taken = Scheduler.takeFreeToken(t);
    Scheduler.unlock();
    if (!taken) {
      Scheduler.await(t);
    }
    Scheduler.event(t, Scheduler.RETURN, 0);
    Scheduler.lock();
    long time = Scheduler.timeAfterOutside(t);
    Scheduler.now = Math.max(Scheduler.now, time);
    Journal.add(Journal.TIME, 0, t, t.id, 0, 1);
    Journal.more(Scheduler.now);
    VirtualTime.pass(0);
    Scheduler.unlock();
  }
}
