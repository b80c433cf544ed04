package dev.prescient.runtime.race;

import dev.prescient.runtime.Internals;
import dev.prescient.runtime.ThreadState;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The races found so far, by pair of sites: the first of a pair goes to the sink, later ones are
 * only counted.
 *
 * <p>State: {@code sink} is installed once before the program starts. {@code pairs} is written with
 * compare-and-set; {@code counts} and {@code lost} without any, so that they may be a little low.
 */
public final class Races {
  private static final int SLOTS = 1 << 14;
  private static final long[] PAIRS = new long[SLOTS];
  private static final long[] COUNTS = new long[SLOTS];

  private static final int FULL = Integer.MIN_VALUE;

  private static volatile @Nullable RaceSink sink;

  private static long lost;

  private Races() {}

  /** Installs who is told, from now on as if no race had been found yet. */
  public static void install(RaceSink s) {
    Arrays.fill(PAIRS, 0);
    Arrays.fill(COUNTS, 0);
    sink = s;
  }

  /** Times that the accesses at two sites raced. */
  public static long count(int firstSite, int secondSite) {
    int slot = slot(pair(firstSite, secondSite));
    return slot < 0 ? 0 : COUNTS[slot];
  }

  /** Races that were not told because the table has no room for their pairs of sites. */
  public static long lost() {
    return lost;
  }

  private static long pair(int firstSite, int secondSite) {
    return (long) firstSite << 32 | secondSite;
  }

  /** The slot of a pair: a taken one, or the free one it would take (complement); {@link #FULL}. */
  private static int slot(long pair) {
    int start = (int) ((pair * 0x9E3779B97F4A7C15L) >>> 50);
    for (int i = 0; i < SLOTS; i++) {
      int slot = (start + i) & (SLOTS - 1);
      long p = PAIRS[slot];
      if (p == pair) {
        return slot;
      }
      if (p == 0) {
        return ~slot;
      }
    }
    return FULL;
  }

  /** A race; parameters as in {@link RaceSink#race}. */
  static void found(
      @Nullable Object o,
      int field,
      int index,
      boolean firstWrites,
      long firstEpoch,
      int firstSite,
      boolean secondWrites,
      int secondSite,
      ThreadState t) {
    long pair = pair(firstSite, secondSite);
    int slot = slot(pair);
    boolean isNew = false;
    while (slot < 0 && slot != FULL) {
      isNew = Internals.U.compareAndSetLong(PAIRS, Internals.LONGS + 8L * ~slot, 0L, pair);
      slot = isNew ? ~slot : slot(pair);
    }
    if (slot == FULL) {
      lost++;
      return;
    }
    COUNTS[slot]++;
    RaceSink s = sink;
    if (isNew && s != null) {
      s.race(o, field, index, firstWrites, firstEpoch, firstSite, secondWrites, secondSite, t);
    }
  }
}
