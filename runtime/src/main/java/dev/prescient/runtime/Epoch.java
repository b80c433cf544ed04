package dev.prescient.runtime;

/**
 * An epoch {@code clock@tid} packed in one {@code long}: 16 bits of thread id above 48 bits of
 * clock (FastTrack, Flanagan &amp; Freund, PLDI 2009, section 3.1). {@link #NONE} is the epoch
 * before every event.
 */
public final class Epoch {
  /** Bits of the clock; a thread has 2^48 releases before it overflows. */
  public static final int CLOCK_BITS = 48;

  /** Largest thread id; no thread gets it, so that its epochs can mean something else. */
  public static final int MAX_TID = 0xFFFF;

  /** Happens before every event of every thread. */
  public static final long NONE = 0L;

  /** Happens after everything that a thread can know. */
  static final long UNKNOWN = -1L;

  private static final long CLOCK_MASK = (1L << CLOCK_BITS) - 1;

  private Epoch() {}

  /**
   * Packs an epoch.
   *
   * @param tid thread id, 0..65535
   * @param clock 0..2^48-1
   */
  public static long of(int tid, long clock) {
    return (long) tid << CLOCK_BITS | clock;
  }

  /** Thread id of an epoch, 0..65535. */
  public static int tid(long epoch) {
    return (int) (epoch >>> CLOCK_BITS);
  }

  /** Clock of an epoch, 0..2^48-1. */
  public static long clock(long epoch) {
    return epoch & CLOCK_MASK;
  }
}
