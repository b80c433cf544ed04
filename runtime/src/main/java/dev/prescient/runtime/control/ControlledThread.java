package dev.prescient.runtime.control;

import dev.prescient.runtime.ThreadState;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's block of one thread.
 *
 * <p>State: {@code token} and {@code realWait} are volatile: written under the scheduler's lock or
 * by the thread itself, read by the thread while it waits. {@code state}, {@code deadline}, {@code
 * want}, {@code blockedOn}, {@code permit}, {@code timedOut} and {@code interrupted…} are written
 * under the scheduler's lock, or by the thread itself while it holds the token. The shadow monitors
 * ({@code held}) are written by the thread itself, with the token; others read them with the token
 * or under the lock. Everything else belongs to the thread itself.
 */
public final class ControlledThread {
  static final int RUNNABLE = 0;
  static final int WAITING = 1;
  static final int PARKED = 2;
  static final int SLEEPING = 3;
  static final int JOINING = 4;
  static final int OUTSIDE = 5;
  static final int ENDED = 6;

  /** No deadline. */
  static final long NEVER = Long.MAX_VALUE;

  private static final String[] WORDS = {
    "runnable", "waiting", "parked", "sleeping", "joining", "outside", "ended"
  };

  /** The thread itself. */
  public final Thread thread;

  /** Dense number in the order of starting, from 0. */
  public final int id;

  /** Creation path: {@code 0}, {@code 0.1}, … */
  public final String path;

  /** Events so far. */
  public int n;

  /**
   * Operations so far: scheduling points with a place in the application, but those of loops and in
   * class initialisers. They do not depend on who had to wait, or came first to a class, so that a
   * free run has the same.
   */
  public long operations;

  /** Class initialisers that the thread is in: what it does there is no operation. */
  int inits;

  /** Whether the thread's next step is an operation that is not counted yet. */
  public boolean atOperation;

  /** Free for strategies. */
  public int priority;

  /** Of the scheduling point that the thread came to last: its next step once it is chosen. */
  public int site;

  /** The monitor of that step; null if it is none. */
  public @Nullable Object target;

  /** Kind of that step; {@link EventLog#BLOCK} while it is not known. */
  int kind = EventLog.BEGIN;

  /** Hash of the thread's last step, see {@link StateHash}. */
  long history;

  /** Regions entered in which the thread is not preempted. */
  int sealed;

  volatile boolean token;
  int state = RUNNABLE;
  @Nullable Object blockedOn;

  /** Monitor that must be free before the thread can go on; it is not enabled until then. */
  @Nullable Object want;

  /** Object in whose real wait set the thread stands; null if it is parked. */
  volatile @Nullable Object realWait;

  long deadline = NEVER;
  boolean permit;
  boolean timedOut;
  boolean interruptPending;
  boolean wokenByInterrupt;
  boolean begun;
  boolean justStarted;
  int children;
  int noSwitch;
  long waitOrder;

  /** The clocks of the thread, once it has begun. */
  @Nullable ThreadState clocks;

  // spinning, see Loops
  int spins;
  int rounds;
  long roundsEpoch;
  int spinSite;
  boolean inSpinHook;
  int accessSite;
  int sleepSite;
  int roundSleepSite;
  int jdkSpins;

  // operations of a free run, see FreeRun
  int inOperation;
  boolean expected;

  // the end of a run while the JVM goes on, see RunEnd.abort
  int aborts;
  boolean dying;

  // identity, see Identity
  final int[] hashes = new int[64];
  int uuids;
  int randoms;

  private Object[] held = new Object[8];
  private int depth;

  ControlledThread(Thread thread, int id, String path) {
    this.thread = thread;
    this.id = id;
    this.path = path;
    this.history = path.hashCode();
  }

  /** An operation that takes effect now. */
  void countOperation() {
    if (inits == 0) {
      operations++;
    }
  }

  void push(Object o) {
    if (depth == held.length) {
      held = Arrays.copyOf(held, depth * 2);
    }
    held[depth++] = o;
  }

  boolean holds(Object o) {
    for (int i = depth - 1; i >= 0; i--) {
      if (held[i] == o) {
        return true;
      }
    }
    return false;
  }

  boolean holdsAny() {
    return depth > 0;
  }

  /** Removes the topmost entry of a monitor; whether there was one. */
  boolean pop(Object o) {
    int i = depth - 1;
    while (i >= 0 && held[i] != o) {
      i--;
    }
    if (i < 0) {
      return false;
    }
    remove(i);
    return true;
  }

  /** Removes every entry of a monitor; how many there were. */
  int popAll(Object o) {
    int count = 0;
    for (int i = depth - 1; i >= 0; i--) {
      if (held[i] == o) {
        remove(i);
        count++;
      }
    }
    return count;
  }

  @SuppressWarnings("NullAway") // an unused cell of the stack
  private void remove(int i) {
    System.arraycopy(held, i + 1, held, i, depth - 1 - i);
    held[--depth] = null;
  }

  /** The monitors held, outermost first. */
  public Object[] monitors() {
    return Arrays.copyOf(held, depth);
  }

  /** What it waits for: a monitor, a wait set, a thread; null if for nothing known. */
  public @Nullable Object waitsFor() {
    return want != null ? want : state == WAITING || state == JOINING ? blockedOn : null;
  }

  /** {@code runnable}, {@code waiting}, {@code blocked}, … */
  public String stateWord() {
    return want != null && state == RUNNABLE ? "blocked" : WORDS[state];
  }

  /** Whether the thread has ended. */
  public boolean ended() {
    return state == ENDED;
  }

  /** Whether the thread is outside: in I/O or lost in native code. */
  public boolean outside() {
    return state == OUTSIDE;
  }

  /** Whether the thread waits for somebody or something else than a monitor. */
  public boolean waits() {
    return state != RUNNABLE && state != ENDED && state != OUTSIDE;
  }

  /** Whether the thread stands at the end of a loop that changes nothing. */
  public boolean spinning() {
    return inSpinHook;
  }

  /** Virtual time at which a wait with a limit ends. */
  public long deadline() {
    return deadline;
  }

  /** Whether the thread waits with a time limit. */
  public boolean timed() {
    return deadline != NEVER;
  }

  /** Site of the loop in which the thread spins, or 0. */
  public int spinSite() {
    return spinSite;
  }

  /** Site of the last access to a racy variable, or 0. */
  public int accessSite() {
    return accessSite;
  }

  @Override
  public String toString() {
    return path;
  }
}
