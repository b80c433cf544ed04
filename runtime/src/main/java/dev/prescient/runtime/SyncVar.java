package dev.prescient.runtime;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * The clock of one synchronisation location: a monitor, a volatile or atomic variable.
 *
 * <p>State: {@code released} is replaced by compare-and-set. The spin lock {@code lock} is held
 * while an atomic operation is done.
 */
final class SyncVar extends WeakEntry {
  private static final long LOCK = Internals.offset(SyncVar.class, "lock");
  private static final long RELEASED = Internals.offset(SyncVar.class, "released");

  private @SuppressWarnings("unused") // taken through its offset
  volatile int lock;

  /** L_m; null if nothing was released yet. */
  private volatile @Nullable Release released;

  SyncVar(Object key, long offset, int hash) {
    super(key, offset, hash);
  }

  /**
   * Rule [FT ACQUIRE]: C_t := C_t ⊔ L_m. A held lock means that an atomic operation is under way
   * whose value this thread may just have read.
   */
  @ForceInline
  void acquire(ThreadState t) {
    Release r = lock == 0 ? released : releasedAtLast();
    if (r != null && !t.knows(r.epoch)) {
      t.join(r.clock);
    }
  }

  @DontInline
  private @Nullable Release releasedAtLast() {
    for (int spins = 0; lock != 0; spins++) {
      Internals.pause(spins);
    }
    return released;
  }

  /**
   * Rule [FT RELEASE]: L_m := C_t where the thread knows what was there, as after an acquire of a
   * monitor; else L_m := L_m ⊔ C_t, since a volatile variable may be read for an earlier write.
   */
  @DontInline
  void release(ThreadState t) {
    Release mine = t.publish();
    while (true) {
      Release r = released;
      Release next =
          r == null || t.knows(r.epoch) || t.knowsAll(r.clock)
              ? mine
              : new Release(Epoch.UNKNOWN, joined(r.clock, mine.clock));
      if (Internals.U.compareAndSetReference(this, RELEASED, r, next)) {
        return;
      }
    }
  }

  /** Another thread's release, after its end: L_m := L_m ⊔ clock. */
  void release(long[] clock) {
    Release r;
    Release next;
    do {
      r = released;
      next = new Release(Epoch.UNKNOWN, r == null ? clock : joined(r.clock, clock));
    } while (!Internals.U.compareAndSetReference(this, RELEASED, r, next));
  }

  /**
   * An atomic operation on the variable, done while no other thread can learn from it: see {@link
   * Atomics}.
   */
  void begin() {
    Internals.lock(this, LOCK);
  }

  /** Ends the operation that {@link #begin} began, as a volatile read or write or both. */
  @DontInline
  void end(ThreadState t, boolean acquires, boolean releases) {
    try {
      Release r = released;
      if (acquires && r != null && !t.knows(r.epoch)) {
        t.join(r.clock);
      }
      if (releases) {
        release(t);
      }
    } finally {
      Internals.unlock(this, LOCK);
    }
  }

  @DontInline
  private static long[] joined(long[] a, long[] b) {
    long[] longer = a.length >= b.length ? a.clone() : b.clone();
    long[] shorter = a.length >= b.length ? b : a;
    for (int u = 0; u < shorter.length; u++) {
      longer[u] = Math.max(longer[u], shorter[u]);
    }
    return longer;
  }
}
