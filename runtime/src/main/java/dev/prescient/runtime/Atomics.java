package dev.prescient.runtime;

import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * Atomic operations of {@code jdk.internal.misc.Unsafe}, done in its place with their
 * happens-before edges. All atomic classes, VarHandles and field updaters end here.
 *
 * <p>A compare-and-set releases only if it succeeds, or a failed one would order threads that are
 * not; and what it releases must be there before another thread can read the new value. So the
 * operation happens while the location's lock is held, and whoever reads the value waits for that.
 * The weak forms are done as the strong ones.
 */
public final class Atomics {
  /** The operation has the effect of a volatile or acquiring read. */
  public static final int ACQUIRE = 1;

  /** The operation has the effect of a volatile or releasing write. */
  public static final int RELEASE = 2;

  private Atomics() {}

  /** The location's clock, or null if there is nothing to record. */
  private static @Nullable SyncVar begin(@Nullable Object o, long offset, ThreadState t) {
    if (!HappensBefore.isOn() || t.busy > 0) {
      return null;
    }
    SyncVar v = SyncTable.find(o == null ? HappensBefore.NATIVE : o, offset, t);
    v.begin();
    return v;
  }

  private static void end(@Nullable SyncVar v, ThreadState t, int mode, boolean wrote) {
    if (v != null) {
      v.end(t, (mode & ACQUIRE) != 0, wrote && (mode & RELEASE) != 0);
    }
  }

  public static boolean compareAndSetInt(
      Unsafe u, @Nullable Object o, long offset, int expected, int x, int mode) {
    ThreadState t = ThreadState.current();
    SyncVar v = begin(o, offset, t);
    boolean done = false;
    try {
      done = u.compareAndSetInt(o, offset, expected, x);
    } finally {
      end(v, t, mode, done);
    }
    return done;
  }

  public static int compareAndExchangeInt(
      Unsafe u, @Nullable Object o, long offset, int expected, int x, int mode) {
    ThreadState t = ThreadState.current();
    SyncVar v = begin(o, offset, t);
    boolean done = false;
    try {
      int witness = u.compareAndExchangeInt(o, offset, expected, x);
      done = witness == expected;
      return witness;
    } finally {
      end(v, t, mode, done);
    }
  }

  public static int getAndSetInt(Unsafe u, @Nullable Object o, long offset, int x, int mode) {
    ThreadState t = ThreadState.current();
    SyncVar v = begin(o, offset, t);
    try {
      return u.getAndSetInt(o, offset, x);
    } finally {
      end(v, t, mode, true);
    }
  }

  public static int getAndAddInt(Unsafe u, @Nullable Object o, long offset, int delta, int mode) {
    ThreadState t = ThreadState.current();
    SyncVar v = begin(o, offset, t);
    try {
      return u.getAndAddInt(o, offset, delta);
    } finally {
      end(v, t, mode, true);
    }
  }

  public static boolean compareAndSetLong(
      Unsafe u, @Nullable Object o, long offset, long expected, long x, int mode) {
    ThreadState t = ThreadState.current();
    SyncVar v = begin(o, offset, t);
    boolean done = false;
    try {
      done = u.compareAndSetLong(o, offset, expected, x);
    } finally {
      end(v, t, mode, done);
    }
    return done;
  }

  public static long compareAndExchangeLong(
      Unsafe u, @Nullable Object o, long offset, long expected, long x, int mode) {
    ThreadState t = ThreadState.current();
    SyncVar v = begin(o, offset, t);
    boolean done = false;
    try {
      long witness = u.compareAndExchangeLong(o, offset, expected, x);
      done = witness == expected;
      return witness;
    } finally {
      end(v, t, mode, done);
    }
  }

  public static long getAndSetLong(Unsafe u, @Nullable Object o, long offset, long x, int mode) {
    ThreadState t = ThreadState.current();
    SyncVar v = begin(o, offset, t);
    try {
      return u.getAndSetLong(o, offset, x);
    } finally {
      end(v, t, mode, true);
    }
  }

  public static long getAndAddLong(
      Unsafe u, @Nullable Object o, long offset, long delta, int mode) {
    ThreadState t = ThreadState.current();
    SyncVar v = begin(o, offset, t);
    try {
      return u.getAndAddLong(o, offset, delta);
    } finally {
      end(v, t, mode, true);
    }
  }

  public static boolean compareAndSetReference(
      Unsafe u,
      @Nullable Object o,
      long offset,
      @Nullable Object expected,
      @Nullable Object x,
      int mode) {
    ThreadState t = ThreadState.current();
    SyncVar v = begin(o, offset, t);
    boolean done = false;
    try {
      done = u.compareAndSetReference(o, offset, expected, x);
    } finally {
      end(v, t, mode, done);
    }
    return done;
  }

  public static @Nullable Object compareAndExchangeReference(
      Unsafe u,
      @Nullable Object o,
      long offset,
      @Nullable Object expected,
      @Nullable Object x,
      int mode) {
    ThreadState t = ThreadState.current();
    SyncVar v = begin(o, offset, t);
    boolean done = false;
    try {
      Object witness = u.compareAndExchangeReference(o, offset, expected, x);
      done = witness == expected;
      return witness;
    } finally {
      end(v, t, mode, done);
    }
  }

  public static @Nullable Object getAndSetReference(
      Unsafe u, @Nullable Object o, long offset, @Nullable Object x, int mode) {
    ThreadState t = ThreadState.current();
    SyncVar v = begin(o, offset, t);
    try {
      return u.getAndSetReference(o, offset, x);
    } finally {
      end(v, t, mode, true);
    }
  }
}
