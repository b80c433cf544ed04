package dev.prescient.runtime.control;

import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * Park and unpark, replaced where the JDK's classes call {@code Unsafe}: every lock, queue and pool
 * of java.util.concurrent follows. The permit that the program sees is virtual.
 */
public final class Parking {
  private Parking() {}

  /** Instead of {@code unsafe.park(absolute, time)}. */
  public static void park(Unsafe u, boolean absolute, long time) {
    ControlledThread me = Scheduler.current();
    if (me == null) {
      u.park(absolute, time);
      return;
    }
    EventLog.add(me, EventLog.PARK, 0);
    Token.lock();
    if (me.permit || me.thread.isInterrupted() || (!absolute && time < 0)) {
      me.permit = false;
      Token.unlock();
      return;
    }
    if (absolute) {
      me.deadline = VirtualTime.deadline(VirtualTime.untilMillis(time), 1, true);
    } else {
      me.deadline = VirtualTime.deadline(time, 1, time > 0);
    }
    me.timedOut = false;
    Roster.setState(me, ControlledThread.PARKED);
    Scheduler.block(me, 0);
    me.permit = false;
  }

  /** Instead of {@code unsafe.unpark(thread)}. */
  public static void unpark(Unsafe u, @Nullable Object thread) {
    ControlledThread t =
        Scheduler.active && thread instanceof Thread target ? Roster.find(target) : null;
    if (t == null) {
      u.unpark(thread);
      return;
    }
    ControlledThread me = Scheduler.current();
    if (t.state == ControlledThread.OUTSIDE) {
      u.unpark(thread);
    }
    ControlledThread next = null;
    Token.lock();
    t.permit = true;
    if (t.state == ControlledThread.PARKED) {
      Roster.unblock(t);
    }
    if (me == null) {
      next = Scheduler.kick();
    } else {
      EventLog.add(me, EventLog.UNPARK, 0);
    }
    Token.unlock();
    if (next != null) {
      Token.wake(next);
    }
  }
}
