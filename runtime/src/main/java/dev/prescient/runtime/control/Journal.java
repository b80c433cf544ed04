package dev.prescient.runtime.control;

import java.util.Arrays;

/**
 * Decisions on their way to the recording, as longs. An entry is a head {@code kind | flags << 8 |
 * count << 16}, then {@code thread << 32 | chosen}, then {@code n << 32 | site}, then {@code count}
 * further longs: thread ids, or one value.
 *
 * <p>State: guarded by the scheduler's lock.
 */
public final class Journal {
  /** A decision at a scheduling point; further longs are the enabled threads, if wanted. */
  public static final int CHOICE = 1;

  /** Which waiter a notify wakes; further longs are the waiters. */
  public static final int NOTIFY = 2;

  /** Virtual time after a return from outside; one further long. */
  public static final int TIME = 3;

  /** The watchdog took a thread for one that is outside. */
  public static final int MARK = 4;

  /** An event of the log, if the log is kept: {@code chosen} is its kind. */
  public static final int EVENT = 5;

  /** A choice of the program's own: {@code chosen} is a number; one further long, of how many. */
  public static final int VALUE = 6;

  /**
   * A load of a racy variable: {@code chosen} is 0 if it returned the latest value, else which of
   * the others; one further long, a hash of the state before.
   */
  public static final int READ = 7;

  /** Flag: a switch away from a thread that could have gone on. */
  public static final int PREEMPTIVE = 1;

  /** Flag: the thread gives way of its own. */
  public static final int YIELDS = 2;

  /** Flag: the thread at the point could have gone on. */
  public static final int CONTINUES = 4;

  /** Flag: after the threads a hash of the state, and of the one after each thread's next step. */
  public static final int STATE = 8;

  private static long[] buffer = new long[1 << 14];
  private static int length;

  private Journal() {}

  static void add(int kind, int flags, ControlledThread me, int chosen, int site, int count) {
    if (length + 3 + count > buffer.length) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + 3 + count));
    }
    buffer[length++] = kind | ((long) flags << 8) | ((long) count << 16);
    buffer[length++] = ((long) me.id << 32) | (chosen & 0xFFFFFFFFL);
    buffer[length++] = ((long) me.n << 32) | (site & 0xFFFFFFFFL);
  }

  static void more(long value) {
    buffer[length++] = value;
  }

  static void reset() {
    length = 0;
  }

  /** Takes what has come in since the last call. */
  public static long[] drain() {
    Token.lock();
    long[] taken = Arrays.copyOf(buffer, length);
    length = 0;
    Token.unlock();
    return taken;
  }
}
