package dev.prescient.runtime;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * The clock of one synchronisation location: a monitor, a volatile or atomic variable.
 *
 * <p>State: guarded by the spin lock {@code lock}; {@code exact} and {@code epoch} are also read
 * without it. {@code clock} is an immutable array, shared with the snapshot of the releasing
 * thread. While {@code exact} is set, {@code clock} is the clock of the one thread that released at
 * {@code epoch}; whoever knows that epoch knows all of it.
 */
final class SyncVar extends WeakEntry {
  private static final long LOCK = Internals.offset(SyncVar.class, "lock");
  private static final long[] NOTHING = new long[0];

  private @SuppressWarnings("unused") // taken through its offset
  volatile int lock;

  private volatile long epoch;
  private boolean exact;
  private long[] clock = NOTHING;

  SyncVar(Object key, long offset, int hash) {
    super(key, offset, hash);
  }

  /**
   * Rule [FT ACQUIRE]: C_t := C_t ⊔ L_m. A held lock means that an atomic operation is under way
   * whose value this thread may just have read.
   */
  @ForceInline
  void acquire(ThreadState t) {
    long e = epoch;
    if (lock != 0 || !(e == Epoch.NONE || (t.knows(e) && exact)) || epoch != e) {
      acquireSlowly(t);
    }
  }

  @DontInline
  private void acquireSlowly(ThreadState t) {
    Internals.lock(this, LOCK);
    long[] c = clock;
    Internals.unlock(this, LOCK);
    t.join(c);
  }

  /**
   * Rule [FT RELEASE]: L_m := C_t where the thread knows what was there, as after an acquire of a
   * monitor; else L_m := L_m ⊔ C_t, since a volatile variable may be read for an earlier write.
   */
  void release(ThreadState t) {
    long[] mine = t.snapshot();
    Internals.lock(this, LOCK);
    try { // there may be no heap for a joined clock
      releaseLocked(t, mine);
    } finally {
      Internals.unlock(this, LOCK);
    }
    t.tick();
  }

  private void releaseLocked(ThreadState t, long[] mine) {
    if (epoch == Epoch.NONE || (t.knows(epoch) && exact) || t.knowsAll(clock)) {
      exact = false;
      epoch = Epoch.of(t.tid, mine[t.tid]);
      clock = mine;
      exact = !t.sharesId;
    } else {
      exact = false;
      clock = joined(clock, mine);
      epoch = Epoch.of(t.tid, mine[t.tid]);
    }
  }

  /**
   * An atomic operation on the variable, done while no other thread can learn from it: see {@link
   * Atomics}.
   */
  void begin() {
    Internals.lock(this, LOCK);
  }

  /** Ends the operation that {@link #begin} began, as a volatile read or write or both. */
  void end(ThreadState t, boolean acquires, boolean releases) {
    try {
      if (acquires && epoch != Epoch.NONE && !(exact && t.knows(epoch))) {
        t.join(clock);
      }
      if (releases) {
        releaseLocked(t, t.snapshot());
      }
    } finally {
      Internals.unlock(this, LOCK);
    }
    if (releases) {
      t.tick();
    }
  }

  /** What was released here last, or null; for a thread that must not learn it yet. */
  long @Nullable [] clock() {
    return epoch == Epoch.NONE ? null : clock;
  }

  private static long[] joined(long[] a, long[] b) {
    long[] longer = a.length >= b.length ? a.clone() : b.clone();
    long[] shorter = a.length >= b.length ? b : a;
    for (int u = 0; u < shorter.length; u++) {
      longer[u] = Math.max(longer[u], shorter[u]);
    }
    return longer;
  }
}
