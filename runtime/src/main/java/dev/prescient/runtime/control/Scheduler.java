package dev.prescient.runtime.control;

import dev.prescient.runtime.ThreadState;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The controlled scheduler: the program's threads run one at a time. The holder of the token
 * reaches a scheduling point, a {@link Strategy} chooses who goes on. Same program, inputs and
 * decisions give the same run (CHESS, Musuvathi et al., OSDI 2008).
 *
 * <p>State: everything is guarded by the lock of {@link Token}, but: {@code holder} is read by
 * every hook without it, a thread that finds itself there is the holder; {@code now} and the
 * counters are also written by the holder without it; {@code strategy}, {@code observer} and the
 * limits are set before {@code active}; {@code frozen} is read by waiting threads without it. Every
 * {@link #begin} starts anew.
 *
 * <p>Longer than two screens: a decision, giving the token up, and what happens while nobody holds
 * it are one protocol.
 */
public final class Scheduler {
  static volatile boolean active;
  static volatile @Nullable ControlledThread holder;

  private static boolean everOutside;
  private static volatile boolean frozen;
  private static volatile long runs;
  private static @Nullable ControlledThread reserved;
  private static @Nullable ControlledThread idleBy;
  private static long idleSince;
  private static boolean stuck;

  static Strategy strategy = new KeepRunning();
  private static boolean expires;
  private static @Nullable Observer observer;
  private static boolean journalAll;
  private static long maxPoints;
  static long seed;

  /** Virtual nanoseconds since the start. */
  static long now;

  private static volatile long points;
  private static long choices;
  private static int preemptions;
  private static long switches;
  private static long marks;

  /** What happens at the end of a run that cannot end by itself. Called on any thread. */
  public interface Observer {
    /** A loop waits for ever: every live thread spins without effect, or is blocked. */
    void spinsForever(ControlledThread t);

    /** The limit of scheduling points is reached. */
    void cut(ControlledThread t);

    /** Nobody is enabled and no clock will help; the watchdog confirms before it is a verdict. */
    void stuck();
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
  @SuppressWarnings("NonAtomicVolatileUpdate") // runs begin one after the other
  public static void begin(
      Strategy s, Observer o, long runSeed, long baseMillis, long limit, boolean everyChoice) {
    reset();
    runs++;
    Identity.probe();
    strategy = s;
    expires = s.limitsTime();
    observer = o;
    seed = runSeed;
    maxPoints = limit;
    journalAll = everyChoice;
    VirtualTime.base(baseMillis);
    StateHash.begin(everyChoice);
    Identity.seed(runSeed);
    Token.lock();
    ControlledThread main = Roster.register(Thread.currentThread(), "0");
    main.begun = true;
    main.token = true;
    main.clocks = ThreadState.current();
    main.clocks.control = main;
    main.clocks.children = 0;
    holder = main;
    active = true;
    Token.unlock();
  }

  private static void reset() {
    RunEnd.reset();
    holder = null;
    everOutside = false;
    frozen = false;
    reserved = null;
    idleBy = null;
    stuck = false;
    now = 0;
    points = 0;
    choices = 0;
    preemptions = 0;
    switches = 0;
    marks = 0;
    Roster.reset();
    EventLog.reset();
    Journal.reset();
    Failures.reset();
    Monitors.reset();
    Constructions.reset();
    Loops.reset();
  }

  /** Gives control up: hooks return at once, waiting threads stay where they are. */
  public static void end() {
    StateHash.end();
    active = false;
  }

  /** Whether the scheduler is in control. */
  public static boolean active() {
    return active;
  }

  // -------------------------------------------------------------------------------------- hooks

  /** Before an access to a volatile variable. */
  public static void access(int site) {
    access(EventLog.ACCESS, site);
  }

  /** Before a load of a racy variable. */
  public static void load(int site) {
    access(EventLog.LOAD, site);
  }

  /** Before a store to a racy variable. */
  public static void store(int site) {
    access(EventLog.STORE, site);
  }

  private static void access(int kind, int site) {
    ControlledThread me = current();
    if (me != null) {
      me.accessSite = site;
      point(me, kind, site, false);
    }
  }

  /** Before a call that synchronises but only reads. */
  public static void look(int site) {
    ControlledThread me = current();
    if (me != null) {
      point(me, EventLog.ACCESS, site, false);
    }
  }

  /** Before a call that synchronises. */
  public static void call(int site) {
    ControlledThread me = current();
    if (me != null) {
      point(me, EventLog.CALL, site, false);
    }
  }

  /** Before a pool takes a task from its queue, or puts one there. */
  public static void task() {
    ControlledThread me = current();
    if (me != null) {
      point(me, EventLog.TASK, 0, false);
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

  /** As {@link #current()}, but null when the run is over: the JDK may not bear an error here. */
  static @Nullable ControlledThread undisturbed() {
    return RunEnd.aborting ? null : current();
  }

  /** As {@link #undisturbed()}, in a free run as well. */
  static @Nullable ControlledThread present() {
    return FreeRun.active() ? FreeRun.current() : undisturbed();
  }

  /** Whether a run is on, controlled or free. */
  static boolean on() {
    return active || FreeRun.active();
  }

  /** A thread without the token is in a hook: new, back from outside, or none of ours. */
  private static @Nullable ControlledThread arrive() {
    ControlledThread t = Roster.find(Thread.currentThread());
    if (t == null || ThreadState.current().busy != 0) {
      return null;
    }
    if (RunEnd.aborting) {
      RunEnd.abortHere(t);
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

  /**
   * An event and, if others could run, a decision. In a region without switches it is no event: a
   * class initialiser runs once in a JVM, and not again when a schedule is followed in the same.
   */
  static void point(ControlledThread me, int kind, int site, boolean yields) {
    point(me, kind, site, yields, null);
  }

  /** As {@link #point(ControlledThread, int, int, boolean)}, before a step on a monitor. */
  static void point(
      ControlledThread me, int kind, int site, boolean yields, @Nullable Object target) {
    me.kind = kind;
    me.site = site;
    me.target = target;
    if (me.noSwitch == 0) {
      EventLog.arrive(me, kind, site);
    } else {
      Loops.disturb();
    }
    long passed = points + 1;
    points = passed; // by the holder of the token only
    if (passed >= maxPoints) {
      tooLong(me);
    }
    if (yields) {
      VirtualTime.pass(VirtualTime.YIELD_NS);
    }
    boolean operation = me.inits == 0 && isOperation(kind, site);
    me.atOperation = operation;
    boolean mayGo = me.noSwitch == 0 && (me.sealed == 0 || yields);
    if (mayGo && (Roster.runnable > 1 || Roster.outside > 0 || expires)) {
      decide(me, site, yields);
    }
    if (operation) {
      me.atOperation = false;
      me.operations++;
    }
    if (kind != EventLog.ENTER && kind != EventLog.EXIT) { // these take effect later, and before
      StateHash.step(me, kind, site, target);
    }
  }

  private static boolean isOperation(int kind, int site) {
    return site == 0 ? kind == EventLog.TASK : kind != EventLog.LOOP && kind != EventLog.SPIN;
  }

  private static void tooLong(ControlledThread me) {
    Observer o = observer;
    maxPoints = Long.MAX_VALUE;
    if (o != null) {
      o.cut(me);
    }
    if (RunEnd.aborting) {
      RunEnd.abortHere(me);
    }
  }

  private static void decide(ControlledThread me, int site, boolean yields) {
    Token.lock();
    if (RunEnd.aborting) {
      Token.unlock();
      RunEnd.abortHere(me);
      return;
    }
    if (Roster.outside > 0 && reserve(me)) {
      me.token = false;
      holder = null;
      idle(me);
      Token.unlock();
      Token.await(me);
      return;
    }
    int count = Roster.enabled();
    while (expires && expire(me, count)) {
      count = Roster.enabled();
    }
    if (count <= 1) {
      Token.unlock();
      return;
    }
    ControlledThread next = choose(me, count, site, true, yields);
    if (next == me) {
      Token.unlock();
      return;
    }
    me.token = false;
    holder = next;
    Token.unlock();
    Token.wake(next);
    Token.await(me);
  }

  /**
   * Lets the time limit of a thread come that the strategy wants to go on; whether it wants one.
   */
  private static boolean expire(ControlledThread me, int count) {
    ThreadState here = ThreadState.current();
    here.busy++;
    ControlledThread t = strategy.expires(me, Roster.enabled, count, Roster.live, Roster.liveCount);
    here.busy--;
    if (t == null || !t.timed()) {
      return false;
    }
    VirtualTime.until(t.deadline);
    return true;
  }

  private static ControlledThread choose(
      ControlledThread me, int count, int site, boolean continues, boolean yields) {
    choices++;
    ThreadState here = ThreadState.current();
    here.busy++;
    ControlledThread next = strategy.choose(me, Roster.enabled, count, continues, yields);
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
      if (!journalAll) {
        Journal.add(Journal.CHOICE, flags, me, next.id, site, 0);
        return next;
      }
      Journal.add(Journal.CHOICE, flags | Journal.STATE, me, next.id, site, 2 * count + 1);
      for (int i = 0; i < count; i++) {
        Journal.more(Roster.enabled[i].id);
      }
      Journal.more(StateHash.now());
      for (int i = 0; i < count; i++) {
        Journal.more(StateHash.after(Roster.enabled[i]));
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

  /** A choice of the program's own: 0..n-1. */
  static int chooseValue(ControlledThread me, int n, int site) {
    EventLog.add(me, EventLog.CHOOSE, site);
    Token.lock();
    ThreadState here = ThreadState.current();
    here.busy++;
    int value = Math.min(Math.max(strategy.chooseValue(me, n), 0), n - 1);
    here.busy--;
    Journal.add(Journal.VALUE, 0, me, value, site, 1);
    Journal.more(n);
    StateHash.chosen(me, value);
    Token.unlock();
    return value;
  }

  // ------------------------------------------------------------------------------------- waiting

  /**
   * Gives the token away; the caller has set its state and holds the lock. Returns without the
   * lock, with the token, when the thread is enabled and chosen again.
   */
  static void block(ControlledThread me, int site) {
    if (RunEnd.aborting) {
      Token.unlock();
      RunEnd.abortHere(me);
      return;
    }
    me.kind = EventLog.BLOCK;
    ControlledThread next = successor(me, site);
    if (next == me) {
      Token.unlock();
    } else {
      me.token = false;
      holder = next;
      Token.unlock();
      if (next != null) {
        Token.wake(next);
      }
      Token.await(me);
    }
    StateHash.step(me, EventLog.BLOCK, site, null);
  }

  /** As {@link #block}, for a thread that ends or leaves: does not wait for the token. */
  static void depart(ControlledThread me, int site) {
    if (RunEnd.aborting) {
      me.token = false;
      Token.unlock();
      return;
    }
    ControlledThread next = successor(me, site);
    me.token = false;
    holder = next;
    Token.unlock();
    if (next != null) {
      Token.wake(next);
    }
  }

  /** Who runs now that {@code me} cannot; null if nobody can. */
  private static @Nullable ControlledThread successor(ControlledThread me, int site) {
    EventLog.add(me, EventLog.BLOCK, 0);
    while (true) {
      if (Roster.outside > 0 && reserve(me)) {
        idle(me);
        return null;
      }
      int count = Roster.enabled();
      if (expires && expire(me, count)) {
        continue;
      }
      if (count == 1 && !everOutside) {
        switches++;
        return Roster.enabled[0];
      }
      if (count > 0) {
        return choose(me, count, site, false, false);
      }
      if (Roster.outside > 0 || !VirtualTime.advance()) {
        idle(me);
        stuck = Roster.outside == 0 && Roster.liveCount > 0;
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
    ControlledThread t = strategy.awaited(me, Roster.all, Roster.allCount);
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

  // --------------------------------------------------------------- somebody without the token

  /** Under the lock: whoever may run after a state changed while nobody held the token. */
  static @Nullable ControlledThread kick() {
    if (holder != null || !active || RunEnd.aborting || frozen || reserved != null) {
      return null;
    }
    int count = Roster.enabled();
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
    if (holder != null || RunEnd.aborting || frozen || (reserved != null && reserved != t)) {
      return false;
    }
    stuck = false;
    ControlledThread by = idleBy;
    if (reserved == t || by == null) {
      int count = Roster.enabled();
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
    Token.lock();
    ControlledThread next = null;
    boolean dead = false;
    if (holder == null && active && !frozen && !RunEnd.aborting) {
      long passed = System.nanoTime() - idleSince;
      if (reserved != null && passed > patienceNs) {
        reserved = null;
      }
      if (reserved == null && Roster.outside > 0) {
        idleSince += passed;
        VirtualTime.pass(passed);
      }
      next = kick();
      dead = next == null && stuck;
    }
    Token.unlock();
    if (next != null) {
      Token.wake(next);
    }
    return dead;
  }

  /** The watchdog's finding: the holder waits in native code; it is outside until its next hook. */
  public static boolean markOutside(ControlledThread t, long seenPoints) {
    Token.lock();
    ControlledThread next = null;
    boolean marked = !RunEnd.aborting && holder == t && points == seenPoints && t.realWait == null;
    if (marked) {
      marks++;
      Journal.add(Journal.MARK, 0, t, t.id, 0, 0);
      everOutside = true;
      Roster.setState(t, ControlledThread.OUTSIDE);
      t.token = false;
      t.deadline = ControlledThread.NEVER;
      int count = Roster.enabled();
      idle(t);
      if (count > 0) {
        next = choose(t, count, 0, false, false);
      }
      holder = next;
    }
    Token.unlock();
    if (next != null) {
      Token.wake(next);
    }
    return marked;
  }

  /** Gives control up and lets every thread run free: shutdown hooks may wait for one of them. */
  public static void thaw() {
    Token.lock();
    StateHash.end();
    active = false;
    holder = null;
    ControlledThread[] waiting = Arrays.copyOf(Roster.live, Roster.liveCount);
    Token.unlock();
    for (ControlledThread t : waiting) {
      Token.wake(t);
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
    RunEnd.wakeLeaver();
  }

  static void started(ControlledThread t) {
    ThreadState here = ThreadState.current();
    here.busy++;
    strategy.started(t);
    here.busy--;
  }

  static long timeAfterOutside(ControlledThread t) {
    ThreadState here = ThreadState.current();
    here.busy++;
    long time = strategy.timeAfterOutside(t, now);
    here.busy--;
    return time;
  }

  /** A verdict of {@link Loops}; the observer ends the JVM, or the run. */
  static void spinsForever(ControlledThread me) {
    Observer o = observer;
    if (o != null) {
      o.spinsForever(me);
    }
    if (RunEnd.aborting) {
      RunEnd.abortHere(me);
    }
  }

  // ------------------------------------------------------------------------------- for reporters

  /** Runs begun in this JVM. */
  public static long runs() {
    return runs;
  }

  /** The thread that runs; null if none does. */
  public static @Nullable ControlledThread holder() {
    return holder;
  }

  /** A thread by its number. */
  public static ControlledThread thread(int id) {
    return Roster.all[id];
  }

  /** Threads so far. */
  public static int threads() {
    return Roster.allCount;
  }

  /** The block of a thread that is or was controlled. */
  public static @Nullable ControlledThread of(Thread thread) {
    return Roster.findEver(thread);
  }

  /** The live threads, ordered by start. */
  public static ControlledThread[] living() {
    Token.lock();
    ControlledThread[] copy = Arrays.copyOf(Roster.live, Roster.liveCount);
    Token.unlock();
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
}
