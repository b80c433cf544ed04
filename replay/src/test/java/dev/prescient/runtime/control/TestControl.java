package dev.prescient.runtime.control;

/** Scheduler's blocks and state hashes for tests of strategies; no thread runs. */
public final class TestControl {
  private TestControl() {}

  /** A thread that stands at a site. */
  public static ControlledThread thread(int id, int site) {
    ControlledThread t = new ControlledThread(new Thread("t" + id), id, "0." + id);
    t.site = site;
    return t;
  }

  /** Forgets all steps. */
  public static void begin() {
    StateHash.begin(true);
  }

  /** Of the steps so far. */
  public static long state() {
    return StateHash.now();
  }

  /** A step on a variable. */
  public static void access(ControlledThread t, int site) {
    StateHash.step(t, EventLog.ACCESS, site, null);
  }

  /** Of the steps so far and one more, on a variable. */
  public static long afterAccess(ControlledThread t, int site) {
    t.kind = EventLog.ACCESS;
    t.site = site;
    t.target = null;
    return StateHash.after(t);
  }

  /** Of the steps so far and one more, which enters a monitor. */
  public static long afterEnter(ControlledThread t, Object monitor) {
    t.kind = EventLog.ENTER;
    t.site = 0;
    t.target = monitor;
    return StateHash.after(t);
  }

  /** A monitor is entered. */
  public static void enter(ControlledThread t, Object monitor) {
    StateHash.step(t, EventLog.ENTER, 0, monitor);
  }

  /** A monitor is left. */
  public static void exit(ControlledThread t, Object monitor) {
    StateHash.step(t, EventLog.EXIT, 0, monitor);
  }

  /** A thread blocks, or goes on after that. */
  public static void block(ControlledThread t) {
    StateHash.step(t, EventLog.BLOCK, 0, null);
  }
}
