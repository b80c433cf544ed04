package dev.prescient.runtime.control;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Class initialisers under control. The JVM lets a thread that uses a class wait, out of our sight,
 * while another thread initialises it (JLS 12.4.2). A thread therefore waits in the scheduler
 * before it uses such a class, as for a monitor that the initialising thread holds, so that
 * initialisers that wait for each other are a deadlock like any other.
 *
 * <p>State: {@code running} is written with the token; {@code count} is read by every hook, on the
 * thread that has the token or on one that will wait for it.
 */
public final class ClassInits {
  /** An initialiser that runs; its thread holds it. */
  public static final class Initialiser {
    /** The class. */
    public final Class<?> type;

    Initialiser(Class<?> type) {
      this.type = type;
    }
  }

  private static Initialiser[] running = new Initialiser[8];
  private static int count;

  private ClassInits() {}

  /** An initialiser begins. */
  public static void begin(Class<?> type) {
    ControlledThread me = Scheduler.current();
    if (me == null) {
      return;
    }
    Initialiser made = new Initialiser(type);
    if (count == running.length) {
      running = Arrays.copyOf(running, count * 2);
    }
    running[count++] = made;
    me.push(made);
    me.inits++;
  }

  /** An initialiser begins in which no other thread runs. */
  public static void beginQuiet() {
    ControlledThread me = Scheduler.undisturbed();
    if (me != null) {
      me.noSwitch++;
      me.inits++;
    }
  }

  /** Ends {@link #beginQuiet}. */
  public static void endQuiet() {
    ControlledThread me = Scheduler.undisturbed();
    if (me != null && me.noSwitch > 0 && me.inits > 0) {
      me.noSwitch--;
      me.inits--;
    }
  }

  /** An initialiser has ended, however. */
  public static void end(Class<?> type) {
    ControlledThread me = Scheduler.current();
    if (me == null) {
      return;
    }
    for (int i = 0; i < count; i++) {
      Initialiser ended = running[i];
      if (ended.type == type) {
        me.inits--;
        count--;
        running[i] = running[count];
        if (me.pop(ended)) { // no scheduling point: for the JVM it has not ended yet
          StateHash.step(me, EventLog.EXIT, 0, ended);
        }
        return;
      }
    }
  }

  /** A class is about to be used in a way that initialises it, and its super classes. */
  public static void use(Class<?> type, int site) {
    if (count == 0) {
      return;
    }
    ControlledThread me = Scheduler.current();
    if (me == null) {
      return;
    }
    for (Class<?> c = type; c != null; c = c.getSuperclass()) {
      Initialiser r = ofAnother(c, me);
      while (r != null) {
        Monitors.acquire(me, r, site);
        StateHash.step(me, EventLog.ENTER, site, r);
        r = ofAnother(c, me); // others may have begun or ended meanwhile
      }
    }
  }

  /** The initialiser of a class that another thread runs; null if none does. */
  private static @Nullable Initialiser ofAnother(Class<?> type, ControlledThread me) {
    for (int i = 0; i < count; i++) {
      Initialiser r = running[i];
      if (r.type == type && !me.holds(r)) {
        return r;
      }
    }
    return null;
  }
}
