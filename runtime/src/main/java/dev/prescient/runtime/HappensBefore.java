package dev.prescient.runtime;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Hidden;
import org.jspecify.annotations.Nullable;

/**
 * The happens-before hooks, called from woven application and JDK bytecode after an acquire and
 * before a release. A location is an object and an offset: {@link #MONITOR} for its monitor, else
 * the real field or element offset, so that field, VarHandle, Unsafe and FieldUpdater meet.
 *
 * <p>Every hook does nothing until {@link #start}, while our own code runs on the thread, and for a
 * null object.
 *
 * <p>State: {@code on} is set once, on the thread that is about to run the program.
 */
public final class HappensBefore {
  /** Offset that stands for an object's monitor. */
  static final long MONITOR = -1;

  /** Offset that stands for a thread's interrupt status. */
  public static final long INTERRUPT = -2;

  /** Offset in {@link #NATIVE} that stands for all fences of the program; no address. */
  private static final long FENCE = -3;

  /** Stands for memory outside the heap, whose offsets are addresses. */
  static final Object NATIVE = new HappensBefore();

  private static boolean on;

  private HappensBefore() {}

  /** Turns all hooks on. */
  public static void start() {
    on = true;
  }

  /** Whether hooks do anything yet. */
  public static boolean isOn() {
    return on;
  }

  /** Rule [FT ACQUIRE]: the current thread learns what was released at the location. */
  @DontInline
  public static void acquire(@Nullable Object o, long offset) {
    if (on && o != null) {
      ThreadState t = ThreadState.current();
      if (t.busy == 0) {
        SyncVar v = SyncTable.peek(o, offset, t);
        if (v != null) {
          v.acquire(t);
        }
      }
    }
  }

  /** Rule [FT RELEASE]: the location remembers what the current thread knows. */
  @DontInline
  public static void release(@Nullable Object o, long offset) {
    if (on && o != null) {
      ThreadState t = ThreadState.current();
      if (t.busy == 0) {
        SyncTable.find(o, offset, t).release(t);
      }
    }
  }

  /** Before a monitor is entered: hashes the object while that is cheap. */
  public static void beforeMonitor(@Nullable Object o) {
    if (on && o != null) {
      ThreadState t = ThreadState.current();
      if (t.busy == 0 && !t.entered(o)) {
        System.identityHashCode(o);
      }
    }
  }

  /** A monitor was entered. */
  public static void monitorEnter(@Nullable Object o) {
    if (on && o != null) {
      ThreadState t = ThreadState.current();
      if (t.busy == 0) {
        t.hold(o).acquire(t);
      }
    }
  }

  /** A monitor is about to be left. */
  public static void monitorExit(@Nullable Object o) {
    if (on && o != null) {
      ThreadState t = ThreadState.current();
      if (t.busy == 0) {
        SyncVar v = t.drop(o);
        (v == null ? t.monitor(o) : v).release(t);
      }
    }
  }

  /** A monitor that stays noted as held is about to be given up for a while. */
  public static void releaseMonitor(Object o) {
    if (on) {
      ThreadState t = ThreadState.current();
      if (t.busy == 0) {
        t.monitor(o).release(t);
      }
    }
  }

  /** Ends {@link #releaseMonitor}. */
  public static void acquireMonitor(Object o) {
    if (on) {
      ThreadState t = ThreadState.current();
      if (t.busy == 0) {
        t.monitor(o).acquire(t);
      }
    }
  }

  /**
   * {@code Object.wait}, done in its place: releases the monitor and acquires it again, however the
   * wait ends.
   */
  @Hidden // from stack traces and walkers
  @SuppressWarnings("WaitNotInLoop") // the loop is the program's
  public static void await(Object o, long timeoutMs) throws InterruptedException {
    releaseMonitor(o);
    try {
      o.wait(timeoutMs);
    } finally {
      acquireMonitor(o);
    }
  }

  /** As {@link #await(Object, long)} without a timeout. */
  @Hidden // from stack traces and walkers
  @SuppressWarnings("WaitNotInLoop") // the loop is the program's
  public static void await(Object o) throws InterruptedException {
    releaseMonitor(o);
    try {
      o.wait();
    } finally {
      acquireMonitor(o);
    }
  }

  /** As {@link #await(Object, long)} with nanoseconds. */
  @Hidden // from stack traces and walkers
  @SuppressWarnings("WaitNotInLoop") // the loop is the program's
  public static void await(Object o, long timeoutMs, int nanos) throws InterruptedException {
    releaseMonitor(o);
    try {
      o.wait(timeoutMs, nanos);
    } finally {
      acquireMonitor(o);
    }
  }

  /** A volatile field was read. */
  public static void volatileRead(@Nullable Object o, int field) {
    if (on && o != null) {
      volatileRead(o, o, field);
    }
  }

  /** A volatile field is about to be written. */
  public static void volatileWrite(@Nullable Object o, int field) {
    if (on && o != null) {
      volatileWrite(o, o, field);
    }
  }

  /** A static volatile field was read. */
  public static void volatileRead(int field) {
    if (on) {
      volatileRead(FieldTable.base(field), null, field);
    }
  }

  /** A static volatile field is about to be written. */
  public static void volatileWrite(int field) {
    if (on) {
      volatileWrite(FieldTable.base(field), null, field);
    }
  }

  /**
   * A volatile field was read.
   *
   * @param base what the field's offset counts from; null while that is not known
   * @param o the object; null for a static field
   */
  @ForceInline
  private static void volatileRead(@Nullable Object base, @Nullable Object o, int field) {
    ThreadState t = ThreadState.current();
    if (t.busy == 0) {
      long clock = VolatileFields.clock(field, o);
      SyncVar v =
          clock > 0 && base != null
              ? VolatileFields.kept(base, clock)
              : SyncTable.peek(field, o, t);
      if (v != null) {
        v.acquire(t);
      }
    }
  }

  /** A volatile field is about to be written; parameters as in {@link #volatileRead}. */
  @ForceInline
  private static void volatileWrite(@Nullable Object base, @Nullable Object o, int field) {
    ThreadState t = ThreadState.current();
    if (t.busy == 0) {
      long clock = VolatileFields.clock(field, o);
      SyncVar v = clock > 0 && base != null ? VolatileFields.kept(base, clock) : null;
      if (v == null) {
        v = SyncTable.find(field, o, t);
      }
      if (v != null) {
        v.release(t);
      }
    }
  }

  /** The JDK is about to store a reference in an array whose elements it shares by a VarHandle. */
  public static void elementWrite(@Nullable Object array, int index) {
    release(array, Internals.REFERENCES + index * Internals.REFERENCE_SIZE);
  }

  /** {@code Unsafe} read memory in volatile or acquire mode. */
  public static void unsafeRead(@Nullable Object o, long offset) {
    acquire(o == null ? NATIVE : o, offset);
  }

  /** {@code Unsafe} is about to write memory in volatile or release mode. */
  public static void unsafeWrite(@Nullable Object o, long offset) {
    release(o == null ? NATIVE : o, offset);
  }

  /** A fence is about to release what the program did before it. */
  public static void releaseFence() {
    release(NATIVE, FENCE);
  }

  /** A fence has acquired what others did before theirs. */
  public static void acquireFence() {
    acquire(NATIVE, FENCE);
  }

  /**
   * Rule [FT FORK]: the running thread is about to start another. Names the child.
   *
   * @return the child's state; null if hooks are off
   */
  public static @Nullable ThreadState fork(Thread child) {
    if (!on) {
      return null;
    }
    ThreadState t = ThreadState.current();
    return t.busy == 0 ? ThreadState.fork(t, child) : null;
  }

  /** {@link #fork}, as woven. */
  public static void start(Thread child) {
    fork(child);
  }

  /** The thread's last event is over. */
  public static void exit(Thread thread) {
    ThreadState t = ThreadState.of(thread);
    if (t != null && !t.ended) {
      t.end(thread);
    }
  }

  /**
   * A thread leaves a {@code jdk.internal.misc.ThreadFlock}, of structured concurrency. A virtual
   * thread has ended then, and its carrier tells the flock: who sees the flock's number of threads
   * learns what the virtual thread knew, not what the carrier knows.
   */
  public static void leave(Object flock, Thread thread) {
    ThreadState u = ThreadState.of(thread);
    ThreadState t = ThreadState.current();
    if (on && u != null && u != t && u.ended && t.busy == 0) {
      long offset = Internals.offset(flock.getClass(), "threadCount");
      SyncTable.find(flock, offset, t).release(u.snapshot());
    }
  }

  /** Rule [FT JOIN]: the running thread saw that another has ended, if it has. */
  public static void join(Thread other) {
    if (!on) {
      return;
    }
    ThreadState u = ThreadState.of(other);
    ThreadState t = ThreadState.current();
    if (u != null && u != t && u.ended && t.busy == 0) {
      t.join(u.snapshot());
    }
  }

  /** The running thread learnt whether another is alive. */
  public static boolean alive(Thread other, boolean alive) {
    if (!alive) {
      join(other);
    }
    return alive;
  }

  /** The running thread learnt another's state. */
  public static Thread.State state(Thread other, Thread.State state) {
    if (state == Thread.State.TERMINATED) {
      join(other);
    }
    return state;
  }

  /** The running thread is about to do what is left to do with an unreachable object. */
  public static void reclaims() {
    ThreadState.current().reclaims = true;
  }

  /** A thread is about to be interrupted. */
  public static void interrupt(Thread thread) {
    release(thread, INTERRUPT);
  }

  /** The running thread found that it was interrupted. */
  public static void interrupted() {
    acquire(Thread.currentThread(), INTERRUPT);
  }

  /** The last thread that kept the JVM alive has ended: what the ended threads did is over. */
  public static void joinEnded() {
    if (on) {
      ThreadState t = ThreadState.current();
      for (int tid = 1; tid <= Epoch.MAX_TID; tid++) {
        ThreadState u = ThreadState.byTid(tid);
        if (u == null) {
          return;
        }
        if (u.ended && u != t) {
          t.join(u.snapshot());
        }
      }
    }
  }

  /**
   * What the running thread knows now, for others to learn at the end of a class initialiser.
   *
   * @return null while hooks are off
   */
  public static @Nullable Release publish() {
    if (!on) {
      return null;
    }
    ThreadState t = ThreadState.current();
    return t.busy == 0 ? t.publish() : null;
  }

  /** JLS 17.5: a constructor that set final fields ends; they are frozen. */
  @DontInline
  public static @Nullable Release freeze() {
    if (!on) {
      return null;
    }
    ThreadState t = ThreadState.current();
    return t.busy == 0 ? t.freeze() : null;
  }

  /** The running thread used a class that is initialised: it learns what the initialiser knew. */
  @ForceInline
  public static void learn(@Nullable Release r) {
    if (r != null) {
      ThreadState t = ThreadState.current();
      if (!t.knows(r.epoch)) {
        learnSlowly(r, t);
      }
    }
  }

  @DontInline
  private static void learnSlowly(Release r, ThreadState t) {
    if (t.busy == 0) {
      t.join(r.clock);
    }
  }

  /**
   * The running thread used a static field of another class, which is initialised.
   *
   * @param field the class's field that holds its initialiser's {@link Release}
   */
  public static void learnFrom(int field) {
    if (on && ThreadState.current().busy == 0) {
      long offset = FieldTable.offset(field, null);
      Object base = FieldTable.base(field);
      if (base != null && Internals.U.getReference(base, offset) instanceof Release r) {
        learn(r);
      }
    }
  }

  /** The running thread begins something that orders nothing; ended by {@link #loud}. */
  public static void quiet() {
    ThreadState.current().busy++;
  }

  /** Ends {@link #quiet}. */
  public static void loud() {
    ThreadState.current().busy--;
  }
}
