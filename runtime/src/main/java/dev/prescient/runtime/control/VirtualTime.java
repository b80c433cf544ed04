package dev.prescient.runtime.control;

/**
 * The one clock of a controlled run. It jumps to the earliest deadline when nobody is enabled,
 * ticks a little with each reading and yield, and runs at real speed while everybody is outside.
 *
 * <p>State: {@code Scheduler.now}, written with the token or under the scheduler's lock; the bases
 * are set before the scheduler is active.
 */
public final class VirtualTime {
  static final long READ_NS = 1_000L;
  static final long YIELD_NS = 100_000L;
  private static final long BASE_NANOS = 1_000_000_000L;

  private static long baseMillis;
  private static long jumps;

  private VirtualTime() {}

  static void base(long millis) {
    baseMillis = millis;
    jumps = 0;
  }

  /** Clock jumps so far. */
  public static long jumps() {
    return jumps;
  }

  /** A deadline from now; none if not {@code limited} or beyond the clock's range. */
  static long deadline(long amount, long unitNs, boolean limited) {
    if (!limited || amount > (Long.MAX_VALUE / 2) / unitNs) {
      return ControlledThread.NEVER;
    }
    long at = Scheduler.now + Math.max(amount, 0) * unitNs;
    return at < 0 ? ControlledThread.NEVER : at;
  }

  /** Time goes by; whoever's deadline has come is unblocked. Holder of the token, or lock held. */
  static void pass(long ns) {
    Scheduler.now += ns;
    if (due()) {
      expire();
    }
  }

  /** Under the lock: time goes on to a deadline. */
  static void until(long deadline) {
    if (deadline > Scheduler.now) {
      Scheduler.now = deadline;
      jumps++;
    }
    expire();
  }

  private static boolean due() {
    for (int i = 0; i < Roster.liveCount; i++) {
      if (Roster.live[i].deadline <= Scheduler.now) {
        return true;
      }
    }
    return false;
  }

  /** Under the lock: to the earliest deadline; false if there is none. */
  static boolean advance() {
    long earliest = ControlledThread.NEVER;
    for (int i = 0; i < Roster.liveCount; i++) {
      earliest = Math.min(earliest, Roster.live[i].deadline);
    }
    if (earliest == ControlledThread.NEVER) {
      return false;
    }
    until(earliest);
    return true;
  }

  private static void expire() {
    for (int i = 0; i < Roster.liveCount; i++) {
      ControlledThread t = Roster.live[i];
      if (t.deadline <= Scheduler.now) {
        t.timedOut = true;
        Roster.unblock(t);
      }
    }
  }

  // --------------------------------------------------------------------------------------- hooks

  private static boolean tick() {
    ControlledThread me = Scheduler.current();
    if (me == null) {
      return false;
    }
    if (me.noSwitch == 0) {
      me.n++;
    }
    Loops.disturb();
    Token.lock();
    pass(READ_NS);
    Token.unlock();
    return true;
  }

  /** Instead of {@code System.nanoTime()} in the application. */
  public static long nanoTime() {
    return tick() ? BASE_NANOS + Scheduler.now : System.nanoTime();
  }

  /** Instead of {@code System.currentTimeMillis()} in the application. */
  public static long currentTimeMillis() {
    return tick() ? millis() : System.currentTimeMillis();
  }

  /** Instead of {@code System.nanoTime()} in the JDK: no tick. */
  public static long nanoTimeJdk() {
    return Scheduler.undisturbed() == null ? System.nanoTime() : BASE_NANOS + Scheduler.now;
  }

  /** Instead of {@code System.currentTimeMillis()} in the JDK: no tick. */
  public static long currentTimeMillisJdk() {
    return Scheduler.undisturbed() == null ? System.currentTimeMillis() : millis();
  }

  /** Instead of {@code VM.getNanoTimeAdjustment(offset)} in java.time. */
  public static long nanoTimeAdjustment(long offsetSeconds) {
    if (Scheduler.undisturbed() == null) {
      return jdk.internal.misc.VM.getNanoTimeAdjustment(offsetSeconds);
    }
    long seconds = baseMillis / 1000 - offsetSeconds;
    if (seconds > 1L << 32 || seconds < -(1L << 32)) {
      return -1; // the caller then asks for the offset anew, as with the real clock
    }
    return seconds * 1_000_000_000L + baseMillis % 1000 * 1_000_000L + Scheduler.now;
  }

  static long millis() {
    return baseMillis + Scheduler.now / 1_000_000L;
  }

  /** Nanoseconds from now to a wall-clock time of the program, in milliseconds. */
  static long untilMillis(long wallMillis) {
    long ms = wallMillis - baseMillis;
    if (ms <= 0) {
      return 0;
    }
    return ms > Long.MAX_VALUE / 4_000_000L
        ? Long.MAX_VALUE / 4
        : Math.max(0, ms * 1_000_000L - Scheduler.now);
  }
}
