package dev.prescient.runtime.control;

import dev.prescient.runtime.ThreadState;
import java.util.Arrays;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * The controlled scheduler: the program's threads run one at a time. The holder of the token
 * reaches a scheduling point, a {@link Strategy} chooses who goes on. Same program, inputs and
 * decisions give the same run (CHESS, Musuvathi et al., OSDI 2008).
 *
 * <p>State: {@code lock} is a spin lock; it guards {@code live}, {@code all}, the journal, and
 * every change of a thread's state by somebody who does not hold the token. {@code holder} is
 * written under it and read by every hook without it: a thread that finds itself there is the
 * holder. {@code now}, the counters and the event log's hash are written by the holder. {@code
 * strategy}, {@code observer} and the limits are set before {@code active}.
 *
 * <p>Longer than two screens: the token's hand-over and the choice of the next thread share the
 * lock and every counter.
 */
public final class Scheduler {
  static final Unsafe U = Unsafe.getUnsafe();

  // kinds of events in the log
  static final int ACCESS = 1;
  static final int CALL = 2;
  static final int ENTER = 3;
  static final int EXIT = 4;
  static final int WAIT = 5;
  static final int NOTIFY = 6;
  static final int REACQUIRE = 7;
  static final int PARK = 8;
  static final int UNPARK = 9;
  static final int START = 10;
  static final int BEGIN = 11;
  static final int END = 12;
  static final int JOIN = 13;
  static final int SLEEP = 14;
  static final int INTERRUPT = 15;
  static final int BLOCK = 16;
  static final int LEAVE = 17;
  static final int RETURN = 18;
  static final int YIELD = 19;
  static final int LOOP = 20;
  static final int SPIN = 21;

  private static final String[] WORDS = {
    "?", "access", "call", "enter", "exit", "wait", "notify", "reacquire", "park", "unpark",
    "start", "begin", "end", "join", "sleep", "interrupt", "block", "leave", "return", "yield",
    "loop", "spin"
  };

  static volatile boolean active;
  static volatile @Nullable ControlledThread holder;

  static ControlledThread[] live = new ControlledThread[64];
  static int liveCount;
  private static ControlledThread[] all = new ControlledThread[64];
  private static int allCount;
  private static ControlledThread[] enabled = new ControlledThread[64];

  /** Live threads that are runnable, or want a monitor. */
  static int runnable;

  /** Live threads that are outside. */
  static int outside;

  private static boolean everOutside;
  private static boolean frozen;
  private static @Nullable ControlledThread reserved;
  private static @Nullable ControlledThread idleBy;
  private static long idleSince;
  private static boolean stuck;

  static Strategy strategy = new KeepRunning();
  private static @Nullable Observer observer;
  private static boolean journalAll;
  private static boolean journalEvents;
  private static long maxPoints;
  static long seed;

  /** Virtual nanoseconds since the start. */
  static long now;

  private static volatile long points;
  private static long choices;
  private static int preemptions;
  private static long switches;
  private static long marks;
  private static long hash;

  private static final long LOCK = U.objectFieldOffset(Cell.class, "value");
  private static final Cell CELL = new Cell();
  private static @Nullable Thread lockedBy;

  /** The lock's word. */
  private static final class Cell {
    @SuppressWarnings("unused") // taken through its offset
    volatile int value;
  }

  /** What happens at the end of a run that cannot end by itself. Called on any thread. */
  public interface Observer {
    /** A loop waits for ever: every live thread spins without effect, or is blocked. */
    void spinsForever(ControlledThread t);

    /** The limit of scheduling points is reached. */
    void cut(ControlledThread t);

    /** Nobody is enabled and no clock will help; the watchdog confirms before it is a verdict. */
    void stuck();
  }

  /** The default: keep running, round robin when a thread yields or blocks. */
  private static final class KeepRunning extends Strategy {
    @Override
    public ControlledThread choose(
        ControlledThread me,
        ControlledThread[] enabled,
        int count,
        boolean continues,
        boolean yields) {
      if (continues && !yields) {
        return me;
      }
      for (int i = 0; i < count; i++) {
        if (enabled[i].id > me.id) {
          return enabled[i];
        }
      }
      return enabled[0];
    }
  }

  private Scheduler() {}

  // ------------------------------------------------------------------------------------- session

  /**
   * Takes control: the calling thread becomes thread 0.
   *
   * @param baseMillis virtual wall-clock time of the start
   * @param limit scheduling points after which the run is cut
   * @param everyChoice whether decisions that follow the default are journalled as well
   */
  public static void begin(
      Strategy s, Observer o, long runSeed, long baseMillis, long limit, boolean everyChoice) {
    Identity.probe();
    strategy = s;
    observer = o;
    seed = runSeed;
    maxPoints = limit;
    journalAll = everyChoice;
    VirtualTime.base(baseMillis);
    Identity.seed(runSeed);
    lock();
    ControlledThread main = register(Thread.currentThread(), "0");
    main.begun = true;
    main.token = true;
    main.clocks = ThreadState.current();
    main.clocks.control = main;
    holder = main;
    active = true;
    unlock();
  }

  /** Keeps the event log, for debugging; called before {@link #begin}. */
  public static void logEvents() {
    journalEvents = true;
  }

  /** Gives control up: hooks return at once, waiting threads stay where they are. */
  public static void end() {
    active = false;
  }

  /** Whether the scheduler is in control. */
  public static boolean active() {
    return active;
  }

  // -------------------------------------------------------------------------------------- hooks

  /** Before an access to a racy or volatile variable. */
  public static void access(int site) {
    ControlledThread me = current();
    if (me != null) {
      me.accessSite = site;
      point(me, ACCESS, site, false);
    }
  }

  /** Before a call that synchronises but only reads. */
  public static void look(int site) {
    ControlledThread me = current();
    if (me != null) {
      point(me, ACCESS, site, false);
    }
  }

  /** Before a call that synchronises. */
  public static void call(int site) {
    ControlledThread me = current();
    if (me != null) {
      point(me, CALL, site, false);
    }
  }

  // -------------------------------------------------------------------------------------- points

  /**
   * The calling thread's block if the scheduler controls it and it does not run our own code; waits
   * for the token if need be. Null: the hook has nothing to do.
   */
  static @Nullable ControlledThread current() {
    if (!active) {
      return null;
    }
    ControlledThread h = holder;
    if (h != null && h.thread == Thread.currentThread()) {
      ThreadState c = h.clocks;
      if (c != null) {
        return c.busy == 0 ? h : null;
      }
    }
    return arrive();
  }

  /** A thread without the token is in a hook: new, back from outside, or none of ours. */
  private static @Nullable ControlledThread arrive() {
    ControlledThread t = find(Thread.currentThread());
    if (t == null || ThreadState.current().busy != 0) {
      return null;
    }
    if (t.state == ControlledThread.OUTSIDE) {
      Outside.rejoin(t);
      return t;
    }
    if (!t.begun) {
      Threads.beginHere(t);
      return t;
    }
    return t == holder ? t : null;
  }

  /** An event and, if others could run, a decision. */
  static void point(ControlledThread me, int kind, int site, boolean yields) {
    event(me, kind, site);
    long passed = points + 1;
    points = passed; // by the holder of the token only
    if (passed >= maxPoints) {
      tooLong(me);
    }
    if (yields) {
      VirtualTime.pass(VirtualTime.YIELD_NS);
    }
    if (me.noSwitch == 0 && (runnable > 1 || outside > 0)) {
      decide(me, site, yields);
    }
  }

  /** An entry of the event log, kept as a rolling hash. */
  static void event(ControlledThread me, int kind, int site) {
    me.n++;
    hash =
        hash * 0x9E3779B97F4A7C15L
            + ((long) me.id << 40 ^ (long) kind << 32 ^ SiteKeys.key(site))
            + 1;
    if (journalEvents) {
      boolean locked = lockedBy == Thread.currentThread();
      if (!locked) {
        lock();
      }
      Journal.add(Journal.EVENT, 0, me, kind, site, 0);
      if (!locked) {
        unlock();
      }
    }
    if (kind < YIELD && kind != ACCESS && kind != SLEEP && kind != BLOCK) {
      Loops.disturb();
    }
  }

  private static void tooLong(ControlledThread me) {
    Observer o = observer;
    maxPoints = Long.MAX_VALUE;
    if (o != null) {
      o.cut(me);
    }
  }

  private static void decide(ControlledThread me, int site, boolean yields) {
    lock();
    if (outside > 0 && reserve(me)) {
      me.token = false;
      holder = null;
      idle(me);
      unlock();
      await(me);
      return;
    }
    int count = enabled();
    if (count <= 1) {
      unlock();
      return;
    }
    ControlledThread next = choose(me, count, site, true, yields);
    if (next == me) {
      unlock();
      return;
    }
    me.token = false;
    holder = next;
    unlock();
    wake(next);
    await(me);
  }

  private static ControlledThread choose(
      ControlledThread me, int count, int site, boolean continues, boolean yields) {
    choices++;
    ThreadState here = ThreadState.current();
    here.busy++;
    ControlledThread next = strategy.choose(me, enabled, count, continues, yields);
    here.busy--;
    boolean preemptive = continues && !yields && next != me;
    if (next != me) {
      switches++;
      if (preemptive) {
        preemptions++;
      }
    }
    boolean byDefault = next == me && continues && !yields;
    if ((journalAll || !byDefault) && (count > 1 || everOutside)) {
      int flags =
          (preemptive ? Journal.PREEMPTIVE : 0)
              | (yields ? Journal.YIELDS : 0)
              | (continues ? Journal.CONTINUES : 0);
      int more = journalAll ? count : 0;
      Journal.add(Journal.CHOICE, flags, me, next.id, site, more);
      for (int i = 0; i < more; i++) {
        Journal.more(enabled[i].id);
      }
    }
    return next;
  }

  static int chooseWaiter(ControlledThread me, ControlledThread[] waiters, int count) {
    ThreadState here = ThreadState.current();
    here.busy++;
    int chosen = strategy.chooseWaiter(me, waiters, count);
    here.busy--;
    return chosen;
  }

  private static int enabled() {
    if (enabled.length < liveCount) {
      enabled = new ControlledThread[live.length];
    }
    int count = 0;
    for (int i = 0; i < liveCount; i++) {
      ControlledThread t = live[i];
      Object want = t.want;
      if (t.state == ControlledThread.RUNNABLE
          && (want == null || !Monitors.heldByOther(want, t))) {
        enabled[count++] = t;
      }
    }
    return count;
  }

  // ------------------------------------------------------------------------------------- waiting

  /**
   * Gives the token away; the caller has set its state and holds the lock. Returns without the
   * lock, with the token, when the thread is enabled and chosen again.
   */
  static void block(ControlledThread me, int site) {
    ControlledThread next = successor(me, site);
    if (next == me) {
      unlock();
      return;
    }
    me.token = false;
    holder = next;
    unlock();
    if (next != null) {
      wake(next);
    }
    await(me);
  }

  /** As {@link #block}, for a thread that ends or leaves: does not wait for the token. */
  static void depart(ControlledThread me, int site) {
    ControlledThread next = successor(me, site);
    me.token = false;
    holder = next;
    unlock();
    if (next != null) {
      wake(next);
    }
  }

  /** Who runs now that {@code me} cannot; null if nobody can. */
  private static @Nullable ControlledThread successor(ControlledThread me, int site) {
    event(me, BLOCK, 0);
    while (true) {
      if (outside > 0 && reserve(me)) {
        idle(me);
        return null;
      }
      int count = enabled();
      if (count == 1 && !everOutside) {
        switches++;
        return enabled[0];
      }
      if (count > 0) {
        return choose(me, count, site, false, false);
      }
      if (outside > 0 || !VirtualTime.advance()) {
        idle(me);
        stuck = outside == 0 && liveCount > 0;
        Observer o = observer;
        if (stuck && o != null) {
          o.stuck();
        }
        return null;
      }
    }
  }

  private static boolean reserve(ControlledThread me) {
    ThreadState here = ThreadState.current();
    here.busy++;
    ControlledThread t = strategy.awaited(me, all, allCount);
    here.busy--;
    if (t == null || t.state != ControlledThread.OUTSIDE) {
      return false;
    }
    reserved = t;
    return true;
  }

  private static void idle(ControlledThread me) {
    idleBy = me;
    idleSince = System.nanoTime();
  }

  /** The receiver of the token is told. */
  static void wake(ControlledThread t) {
    Object o = t.realWait;
    if (o == null) {
      t.token = true;
      U.unpark(t.thread);
    } else {
      synchronized (o) {
        t.token = true;
        o.notifyAll();
      }
    }
  }

  /** Waits for the token, in the wait set of {@code realWait} or parked. */
  static void await(ControlledThread me) {
    ThreadState c = me.clocks;
    if (c != null) {
      c.busy++;
    }
    Object o = me.realWait;
    while (!me.token) {
      if (o != null) {
        waitReally(me, o);
      } else {
        if (Thread.interrupted()) {
          me.interruptPending = true;
        }
        U.park(false, 0L);
      }
    }
    me.realWait = null;
    deliverInterrupt(me);
    if (c != null) {
      c.busy--;
    }
  }

  @SuppressWarnings("WaitNotInLoop") // await loops over the token
  private static void waitReally(ControlledThread me, Object o) {
    try {
      if (!me.token) {
        o.wait();
      }
    } catch (InterruptedException e) {
      me.interruptPending = true;
    }
  }

  /** An interrupt's real flag is raised by the target itself, with the token. */
  private static void deliverInterrupt(ControlledThread me) {
    if (me.interruptPending && !me.wokenByInterrupt) {
      me.interruptPending = false;
      me.thread.interrupt();
    }
  }

  // --------------------------------------------------------------- somebody without the token

  /** Under the lock: whoever may run after a state changed while nobody held the token. */
  static @Nullable ControlledThread kick() {
    if (holder != null || !active || frozen || reserved != null) {
      return null;
    }
    int count = enabled();
    ControlledThread by = idleBy;
    if (count == 0 || by == null) {
      return null;
    }
    stuck = false;
    ControlledThread next = choose(by, count, 0, false, false);
    holder = next;
    return next;
  }

  /** Under the lock: the returning thread gets a free token if nobody else is meant to have it. */
  static boolean takeFreeToken(ControlledThread t) {
    everOutside = true;
    if (holder != null || frozen || (reserved != null && reserved != t)) {
      return false;
    }
    stuck = false;
    ControlledThread by = idleBy;
    if (reserved == t || by == null) {
      int count = enabled();
      reserved = null;
      if (by != null) {
        choose(by, Math.max(count, 1), 0, false, false);
      }
    } else {
      Journal.add(Journal.CHOICE, 0, by, t.id, 0, 0);
    }
    holder = t;
    t.token = true;
    return true;
  }

  /**
   * Called by the watchdog now and then: real time passes while nobody holds the token.
   *
   * @return whether the run is stuck: nobody enabled, nobody outside, no deadline
   */
  public static boolean idleTick(long patienceNs) {
    lock();
    ControlledThread next = null;
    boolean dead = false;
    if (holder == null && active && !frozen) {
      long passed = System.nanoTime() - idleSince;
      if (reserved != null && passed > patienceNs) {
        reserved = null;
      }
      if (reserved == null && outside > 0) {
        idleSince += passed;
        VirtualTime.pass(passed);
      }
      next = kick();
      dead = next == null && stuck;
    }
    unlock();
    if (next != null) {
      wake(next);
    }
    return dead;
  }

  /** The watchdog's finding: the holder waits in native code; it is outside until its next hook. */
  public static boolean markOutside(ControlledThread t, long seenPoints) {
    lock();
    ControlledThread next = null;
    boolean marked = holder == t && points == seenPoints && t.realWait == null;
    if (marked) {
      marks++;
      Journal.add(Journal.MARK, 0, t, t.id, 0, 0);
      everOutside = true;
      setState(t, ControlledThread.OUTSIDE);
      t.token = false;
      t.deadline = ControlledThread.NEVER;
      int count = enabled();
      idle(t);
      if (count > 0) {
        next = choose(t, count, 0, false, false);
      }
      holder = next;
    }
    unlock();
    if (next != null) {
      wake(next);
    }
    return marked;
  }

  /** Gives control up and lets every thread run free: shutdown hooks may wait for one of them. */
  public static void thaw() {
    lock();
    active = false;
    holder = null;
    ControlledThread[] waiting = Arrays.copyOf(live, liveCount);
    unlock();
    for (ControlledThread t : waiting) {
      wake(t);
    }
  }

  /** Whether only daemons are left, which stay where they are. */
  public static boolean frozen() {
    return frozen;
  }

  /** Only daemons are left: they stay where they are. */
  static void freeze() {
    frozen = true;
    holder = null;
  }

  // ------------------------------------------------------------------------------------- threads

  static ControlledThread register(Thread thread, String path) {
    ControlledThread t = new ControlledThread(thread, allCount, path);
    if (liveCount == live.length) {
      live = Arrays.copyOf(live, liveCount * 2);
    }
    if (allCount == all.length) {
      all = Arrays.copyOf(all, allCount * 2);
    }
    all[allCount++] = t;
    live[liveCount++] = t;
    runnable++;
    Identity.seedThread(t);
    ThreadState here = ThreadState.current();
    here.busy++;
    strategy.started(t);
    here.busy--;
    return t;
  }

  static void unregister(ControlledThread t) {
    setState(t, ControlledThread.ENDED);
    for (int i = 0; i < liveCount; i++) {
      if (live[i] == t) {
        System.arraycopy(live, i + 1, live, i, liveCount - 1 - i);
        clear(--liveCount);
        return;
      }
    }
  }

  @SuppressWarnings("NullAway") // an unused cell
  private static void clear(int i) {
    live[i] = null;
  }

  static void setState(ControlledThread t, int state) {
    int old = t.state;
    if (old == state) {
      return;
    }
    runnable +=
        (state == ControlledThread.RUNNABLE ? 1 : 0) - (old == ControlledThread.RUNNABLE ? 1 : 0);
    outside +=
        (state == ControlledThread.OUTSIDE ? 1 : 0) - (old == ControlledThread.OUTSIDE ? 1 : 0);
    t.state = state;
  }

  /** A blocked thread's reason to wait is gone; it may still want a monitor. */
  static void unblock(ControlledThread t) {
    t.deadline = ControlledThread.NEVER;
    setState(t, ControlledThread.RUNNABLE);
  }

  static long timeAfterOutside(ControlledThread t) {
    ThreadState here = ThreadState.current();
    here.busy++;
    long time = strategy.timeAfterOutside(t, now);
    here.busy--;
    return time;
  }

  static @Nullable ControlledThread find(@Nullable Thread thread) {
    for (int i = liveCount - 1; i >= 0; i--) {
      ControlledThread t = live[i];
      if (t != null && t.thread == thread) {
        return t;
      }
    }
    return null;
  }

  static @Nullable ControlledThread findEver(Thread thread) {
    ControlledThread t = find(thread);
    for (int i = allCount - 1; i >= 0 && t == null; i--) {
      if (all[i].thread == thread) {
        t = all[i];
      }
    }
    return t;
  }

  // ---------------------------------------------------------------------------------------- lock

  static void lock() {
    int tries = 0;
    while (!U.compareAndSetInt(CELL, LOCK, 0, 1)) {
      if ((++tries & 63) == 0) {
        U.park(false, 50_000L);
      } else {
        Thread.onSpinWait();
      }
    }
    lockedBy = Thread.currentThread();
  }

  static void unlock() {
    lockedBy = null;
    CELL.value = 0;
  }

  /** A verdict of {@link Loops}; the observer does not return. */
  static void spinsForever(ControlledThread me) {
    Observer o = observer;
    if (o != null) {
      o.spinsForever(me);
    }
  }

  // ------------------------------------------------------------------------------- for reporters

  /** The thread that runs; null if none does. */
  public static @Nullable ControlledThread holder() {
    return holder;
  }

  /** A thread by its number. */
  public static ControlledThread thread(int id) {
    return all[id];
  }

  /** Threads so far. */
  public static int threads() {
    return allCount;
  }

  /** The block of a thread that is or was controlled. */
  public static @Nullable ControlledThread of(Thread thread) {
    return findEver(thread);
  }

  /** The live threads, ordered by start. */
  public static ControlledThread[] living() {
    lock();
    ControlledThread[] copy = Arrays.copyOf(live, liveCount);
    unlock();
    return copy;
  }

  /** Whether another thread than {@code t} holds a monitor; that thread, or null. */
  public static @Nullable ControlledThread owner(Object monitor) {
    return Monitors.owner(monitor);
  }

  /** Scheduling points so far. */
  public static long points() {
    return points;
  }

  /** Decisions so far. */
  public static long choices() {
    return choices;
  }

  /** Switches away from a thread that could have gone on. */
  public static int preemptions() {
    return preemptions;
  }

  /** Switches of any kind. */
  public static long switches() {
    return switches;
  }

  /** Times that the watchdog took a thread for one that is outside. */
  public static long marks() {
    return marks;
  }

  /** Whether anything from outside took part: the run's order is best effort then. */
  public static boolean everOutside() {
    return everOutside;
  }

  /** An event's kind in words. */
  public static String word(int kind) {
    return WORDS[kind];
  }

  /** Rolling hash of the event log. */
  public static long eventHash() {
    return hash;
  }
}
