package dev.prescient.runtime;

import java.util.Arrays;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * What we know of one thread: its name, its vector clock, and whether our own code runs on it. It
 * is kept in the thread object itself, in the field of its interrupt lock, a plain monitor object:
 * found in a nanosecond, collected with the thread, and right for virtual threads.
 *
 * <p>The clock ticks lazily: the entry of the present epoch is published by a release only if the
 * epoch was used since the last one, else the entry before it is, for which nothing is missing.
 *
 * <p>It is long because one look finds everything: what a hook asks of its thread would else be
 * another object away.
 *
 * <p>State: {@code clocks}, {@code epoch}, {@code used}, {@code snapshot}, {@code busy}, {@code
 * lately}, {@code passes}, {@code nested} and the held monitors are written by the owning thread
 * only, except that the parent fills a child's state before it starts; others read {@code snapshot}
 * only after the thread has ended. {@code children} is written by the owning thread. {@code
 * control} belongs to the scheduler.
 */
public final class ThreadState {
  private static final long[] NOTHING = {};

  /** Instead of a table of a power of two words that is empty yet. */
  private static final long[] NO_WORDS = {0};

  private static final long IN_THREAD =
      Internals.offsetOfAny(Thread.class, "interruptLock", "blockerLock");

  /** Entries that a thread's cache of synchronisation locations starts with; a power of two. */
  private static final int FEW = 16;

  /** Entries that it grows to if locations are often missed; a power of two. */
  private static final int MANY = 1 << 15;

  /** Bytes that the clocks in the caches of all threads may keep. */
  private static final long CACHED = Runtime.getRuntime().maxMemory() / 16;

  /** Releases after its last recorded event that a thread whose id is used again may have made. */
  private static final int BARE = 8;

  private static final @Nullable Release[] NO_RELEASES = {};

  /** Entries of {@link #passes}; a power of two. */
  private static final int PASSED = 32;

  /** Most entries of {@link #lately}; a power of two. */
  private static final int MARKS = 1 << 17;

  /** Entries of {@link #objects}; a power of two. */
  public static final int OBJECTS = 64;

  /** Dense thread id, 0..65535; not the JVM's. */
  public final int tid;

  /** Creation path: {@code 0}, {@code 0.1}, {@code 0.1.2}: the parent's path and the n-th child. */
  public final String path;

  /** The current epoch of this thread. */
  public long epoch;

  /** Above zero while our own code runs on this thread; every hook then returns at once. */
  public int busy;

  /** The scheduler's block of this thread, if a controlled mode is on. */
  public @Nullable Object control;

  /**
   * While a class is woven on this thread, what the agent notes of classes loaded meanwhile; else
   * null.
   */
  public @Nullable Object nested;

  /** Children started so far. */
  public int children;

  /** Set when the thread's last event is over. */
  public volatile boolean ended;

  /** Whether this is a thread of the JDK that runs finalizers or cleaning actions. */
  public boolean reclaims;

  /** The program's name of the thread, as known when it started or ended. */
  public @Nullable String name;

  /** Where the thread was started; null if that is not kept. */
  public @Nullable Throwable started;

  /** The thread's accesses of array elements that are not in the shadow yet; null before any. */
  public @Nullable Deferred arrays;

  /**
   * Whether other live threads have this id, too: who knows an epoch of it need not know what this
   * thread knew then.
   */
  boolean sharesId;

  private final SharedReads reads;

  /** {@link #mark}s of shared variables read, by the low bits of their slots. */
  private long[] lately = NO_WORDS;

  private int marked;

  final @Nullable MonitorFields[] monitorFields = new MonitorFields[MonitorFields.RECENT];
  private @Nullable SyncVar[] recent = new SyncVar[FEW];
  private int missed;

  /** Shadows of JDK objects, and their classes, that this thread used lately, by identity hash. */
  public @Nullable WeakEntry[] objects = new WeakEntry[OBJECTS];

  /** How often this thread may pass places without a look at {@link Stacks}: site and times. */
  private long[] passes = NO_WORDS;

  /** The synchronised wrapper that the program called last, and where. */
  public @Nullable Object callee;

  public int calleeSite;

  private @Nullable Object[] held = new Object[8];
  private @Nullable SyncVar[] heldVars = new SyncVar[8];
  private int holds;
  private @Nullable SyncVar monitor0;
  private @Nullable SyncVar monitor1;
  private @Nullable Release published;
  private @Nullable Release frozen;

  /**
   * What this thread knows of the others; its own entry is not kept up to date. Until it learns
   * more than its parent knew, it is the parent's array: of virtual threads, very many may wait to
   * begin.
   */
  private long[] clocks;

  /** Whether {@code clocks} belongs to this thread alone. */
  private boolean ownsClocks;

  /** Whether the present epoch has a recorded event. */
  private boolean used;

  /** Whether the clock has grown since the last release: the next must be told from that one. */
  private boolean learnt = true; // the first snapshot differs from all of a former owner's

  private long @Nullable [] snapshot;

  /** The last epoch before the present one that has a recorded event, of any owner of the id. */
  private long recorded;

  /** What was published since the last recorded event; {@code bares} may exceed its length. */
  private @Nullable Release[] bare = NO_RELEASES;

  private int bares;

  /**
   * A new thread's.
   *
   * @param clock of its first epoch
   * @param known what it knows from the beginning; null for nothing
   */
  ThreadState(int tid, long clock, String path, long @Nullable [] known) {
    this.recorded = Epoch.of(tid, clock - 1);
    this.tid = tid;
    this.reads = SharedReads.of(tid);
    this.path = path;
    this.clocks = known == null ? NOTHING : known;
    this.epoch = Epoch.of(tid, clock);
  }

  /** The state of the running thread, new if it has none yet. */
  @ForceInline
  public static ThreadState current() {
    Thread thread = Thread.currentThread();
    Object o = Internals.U.getReference(thread, IN_THREAD);
    return o instanceof ThreadState t ? t : adopt(thread);
  }

  /** The state of a thread, or null if it was not started under our eyes and ran no hook yet. */
  public static @Nullable ThreadState of(Thread thread) {
    return Internals.U.getReferenceAcquire(thread, IN_THREAD) instanceof ThreadState t ? t : null;
  }

  /** The thread with a dense id now or last, or null. */
  public static @Nullable ThreadState byTid(int tid) {
    return Threads.byTid(tid);
  }

  /** Thread ids given again although a race with the former owner may then be missed. */
  public static long forcedIds() {
    return Threads.forced();
  }

  /** Names the running thread, the program's first, {@code 0}. Called once, before any hook. */
  public static ThreadState main() {
    Thread thread = Thread.currentThread();
    Object o = Internals.U.getReference(thread, IN_THREAD);
    return o instanceof ThreadState t ? t : put(thread, Threads.create("0", null));
  }

  /** Threads that the JVM or native code started have no parent that we know. */
  @DontInline
  private static ThreadState adopt(Thread thread) {
    return put(thread, Threads.create("~" + Internals.rawName(thread), null));
  }

  private static ThreadState put(Thread thread, ThreadState t) {
    t.name = Internals.rawName(thread);
    Internals.U.putReferenceRelease(thread, IN_THREAD, t);
    return t;
  }

  /**
   * Rule [FT FORK]: gives a thread about to be started its name and the running thread's clock.
   *
   * @return the child's state; the one it already has if it is started a second time
   */
  static ThreadState fork(ThreadState parent, Thread child) {
    ThreadState known = of(child);
    if (known != null) {
      return known;
    }
    String path = Threads.child(parent.path, ++parent.children);
    ThreadState t = Threads.create(path, parent.snapshot());
    t.started = Stacks.ofStart(parent);
    put(child, t);
    parent.tick();
    return t;
  }

  /** The thread's last event is over: others may join its clock, its id may be used again. */
  void end(Thread thread) {
    name = Internals.rawName(thread);
    snapshot();
    recent = new SyncVar[1];
    objects = new WeakEntry[OBJECTS];
    passes = NO_WORDS;
    lately = NO_WORDS;
    callee = null;
    ended = true;
    Threads.end(this);
  }

  /** Whether the event at {@code epoch} happens before this thread's present: epoch ⪯ C_t. */
  @ForceInline
  public boolean knows(long epoch) {
    int u = Epoch.tid(epoch);
    return Epoch.clock(epoch) <= (u < clocks.length ? clocks[u] : 0) || u == tid;
  }

  /** Whether everything in a clock happens before this thread's present: other ⊑ C_t. */
  @DontInline
  public boolean knowsAll(long[] other) {
    for (int u = 0; u < other.length; u++) {
      if (other[u] > (u == tid ? Epoch.clock(epoch) : u < clocks.length ? clocks[u] : 0)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether a variable's last reads have one by this thread in the present epoch. False if that is
   * forgotten.
   *
   * @param r an epoch; or a negative number that stands for the readers of the variable, whose
   *     lowest bits are those of a slot of {@link SharedReads}
   */
  @ForceInline
  public boolean hasRead(long r) {
    if (r == epoch) {
      return true;
    }
    long[] l = lately;
    return r < 0 && l[(int) r & (l.length - 1)] == mark(r, epoch);
  }

  /** Whether this thread passes a place without a look at {@link Stacks} once more. */
  @ForceInline
  boolean passes(int site) {
    long[] all = passes;
    int slot = site & (all.length - 1);
    long left = all[slot];
    if (left >>> Integer.SIZE != site || (int) left <= 0) {
      return false;
    }
    all[slot] = left - 1;
    return true;
  }

  /** Lets this thread pass a place some times without a look. */
  void pass(int site, int times) {
    if (passes == NO_WORDS) {
      passes = new long[PASSED];
    }
    passes[site & (PASSED - 1)] = (long) site << Integer.SIZE | times;
  }

  /** Notes that the last reads of a variable have one in the present epoch. */
  public void markRead(long r) {
    long[] l = lately;
    if (l == NO_WORDS) {
      l = new long[FEW];
      lately = l;
    } else if (++marked > 4 * l.length && l.length <= (int) r && l.length < MARKS) {
      marked = 0;
      l = new long[l.length * 2];
      lately = l;
    }
    l[(int) r & (l.length - 1)] = mark(r, epoch);
  }

  @ForceInline
  private static long mark(long r, long epoch) {
    return r * 0x9E3779B97F4A7C15L ^ epoch;
  }

  /**
   * Sets the word of a slot that this thread's id has set before.
   *
   * @return false if it has not
   */
  public boolean readAgain(int slot, long word) {
    if (reads.get(slot) == 0) {
      return false;
    }
    reads.set(slot, word);
    return true;
  }

  /** The present epoch, marked as used by a recorded event, so that the next release ticks. */
  public long use() {
    if (!used) {
      used = true;
      snapshot = null;
      bares = 0;
    }
    return epoch;
  }

  /** The last epoch in which there is anything to be known, or the one before it. */
  private long lastUsed() {
    return used || learnt ? epoch : Epoch.of(tid, Epoch.clock(epoch) - 1);
  }

  /**
   * An epoch that whoever is to own the id of this ended thread must know: that of the last
   * recorded event, since no release after it is taken for known by its epoch, as {@link #hideBare}
   * sees to; or, if there were many of those, that of the last.
   */
  long last() {
    return used ? epoch : bares <= BARE ? recorded : lastUsed();
  }

  /**
   * Another thread gets this one's id, and may not know what this one learnt after {@link #last}.
   */
  void hideBare() {
    for (int i = 0; i < bares && bares <= BARE; i++) {
      Release r = bare[i];
      if (r != null) {
        r.epoch = Epoch.UNKNOWN;
      }
    }
    bare = NO_RELEASES;
  }

  /** A thread with the same id, which nobody needs to know of any more, came before this one. */
  void follow(ThreadState former) {
    recorded = former.last();
    former.hideBare();
  }

  /**
   * An immutable copy of the vector clock, shared until the clock changes; index is the tid. The
   * own entry is that of the last used epoch.
   */
  public long[] snapshot() {
    settle();
    long[] s = snapshot;
    return s != null ? s : copy();
  }

  @DontInline
  private long[] copy() {
    long[] s = Arrays.copyOf(clocks, Math.max(tid + 1, clocks.length));
    s[tid] = Epoch.clock(lastUsed());
    snapshot = s;
    return s;
  }

  /** The present as something to be learnt by others; the clock ticks. */
  Release publish() {
    long[] clock = snapshot();
    Release r = published;
    if (r == null || r.clock != clock) {
      r = new Release(sharesId ? Epoch.UNKNOWN : Epoch.of(tid, clock[tid]), clock);
      published = r;
      if (!used) {
        noteBare(r);
      }
    }
    tick();
    return r;
  }

  @DontInline
  private void noteBare(Release r) {
    if (bares < BARE) {
      if (bare.length == 0) {
        bare = new Release[BARE];
      }
      bare[bares] = r;
    }
    bares = Math.min(bares + 1, BARE + 1);
  }

  /**
   * The present for readers of an object's final fields. The clock does not tick: what this thread
   * does later in the same epoch counts as known, which can hide a race but never makes one.
   */
  Release freeze() {
    use();
    long[] clock = snapshot();
    Release r = frozen;
    if (r == null || r.clock != clock) {
      r = new Release(sharesId ? Epoch.UNKNOWN : epoch, clock);
      frozen = r;
    }
    return r;
  }

  /** Records what was deferred, before the clock changes or is told to others. */
  void settle() {
    Deferred d = arrays;
    if (d != null && d.pending > 0) {
      d.commit();
    }
  }

  /** The location with a hash that the thread used last, or another, or null. */
  @Nullable SyncVar recent(int hash) {
    @Nullable SyncVar[] all = recent;
    return all[hash & (all.length - 1)];
  }

  /** Puts a location in the cache. */
  @DontInline
  void remember(SyncVar v) {
    int ids = Threads.highest();
    long most = CACHED / ((long) ids * ids * Long.BYTES); // ids threads with clocks of ids entries
    if (recent.length > FEW && recent.length > most) {
      recent = new SyncVar[FEW];
    } else if (++missed > 2 * recent.length && recent.length < MANY && 4L * recent.length <= most) {
      @Nullable SyncVar[] more = new SyncVar[4 * recent.length];
      for (SyncVar old : recent) {
        if (old != null) {
          more[old.hash & (more.length - 1)] = old;
        }
      }
      recent = more;
      missed = 0;
    }
    recent[v.hash & (recent.length - 1)] = v;
  }

  /** Whether an object's monitor is among the last that this thread entered. */
  @ForceInline
  boolean entered(Object o) {
    SyncVar m = monitor0;
    return m != null && m.refersTo(o);
  }

  /** The clock of an object's monitor. */
  SyncVar monitor(Object o) {
    SyncVar m = monitor0;
    if (m != null && m.refersTo(o)) {
      return m;
    }
    m = monitor1;
    if (m == null || !m.refersTo(o)) {
      m = MonitorFields.clock(o, this);
    }
    monitor1 = monitor0;
    monitor0 = m;
    return m;
  }

  /** Notes that a monitor is held; its clock. */
  @DontInline
  SyncVar hold(Object o) {
    SyncVar v = monitor(o);
    if (holds == held.length) {
      held = Arrays.copyOf(held, holds * 2);
      heldVars = Arrays.copyOf(heldVars, holds * 2);
    }
    held[holds] = o;
    heldVars[holds++] = v;
    return v;
  }

  /** Notes that a monitor is held once less; its clock, or null if it was entered unseen. */
  @DontInline
  @Nullable SyncVar drop(Object o) {
    for (int i = holds - 1; i >= 0; i--) {
      if (held[i] == o) {
        SyncVar v = heldVars[i];
        holds--;
        for (int k = i; k < holds; k++) {
          held[k] = held[k + 1];
          heldVars[k] = heldVars[k + 1];
        }
        held[holds] = null;
        heldVars[holds] = null;
        return v;
      }
    }
    return null;
  }

  /** The monitors held by this thread, outermost first; a copy, read by the thread itself. */
  public Object[] held() {
    Object[] all = new Object[holds];
    for (int i = 0; i < holds; i++) {
      Object o = held[i];
      all[i] = o == null ? this : o;
    }
    return all;
  }

  /** Rule [FT ACQUIRE], [FT JOIN]: C_t := C_t ⊔ other. */
  @DontInline
  public void join(long[] other) {
    settle();
    boolean changed = false;
    for (int u = 0; u < other.length; u++) {
      if (u == tid) {
        if (other[u] > Epoch.clock(epoch)) { // another thread's that shares the id
          epoch = Epoch.of(tid, other[u]);
          changed = true;
        }
      } else if (other[u] > (u < clocks.length ? clocks[u] : 0)) {
        own(other.length);
        clocks[u] = other[u];
        changed = true;
      }
    }
    if (changed) { // a later release must be told from one before: it carries more
      learnt = true;
      snapshot = null;
    }
  }

  /** Lets {@code clocks} have entries up to a length, and belong to this thread. */
  private void own(int length) {
    if (!ownsClocks || length > clocks.length) {
      clocks = Arrays.copyOf(clocks, Math.max(length, clocks.length));
      ownsClocks = true;
    }
  }

  /**
   * Rule [FT RELEASE], [FT FORK], second half; lazily: only if the epoch was used since the last.
   * The snapshot of before stays valid until the next use or join.
   */
  public void tick() {
    if (used || learnt) {
      snapshot();
      recorded = used ? epoch : recorded;
      used = false;
      learnt = false;
      epoch++;
    }
  }
}
