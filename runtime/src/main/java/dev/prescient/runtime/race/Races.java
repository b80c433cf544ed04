package dev.prescient.runtime.race;

import dev.prescient.runtime.Epoch;
import dev.prescient.runtime.Internals;
import dev.prescient.runtime.ThreadState;
import java.util.Arrays;
import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * The races found so far, by pair of sites and what each did: the first of a pair goes to the sink,
 * later ones are only counted.
 *
 * <p>State: {@code sink} is installed once before the program starts. {@code PAIRS}, {@code taken},
 * {@code untold} and {@code reclaims} are written with compare-and-set; {@code COUNTS} without any,
 * so that a count may be a little low.
 */
public final class Races {
  private static final int SLOTS = 1 << 14;

  /** Pairs kept; some slots stay free, so that every search ends soon. */
  static final int PAIRS_KEPT = SLOTS - SLOTS / 8;

  private static final long TAKEN = Internals.offset(Races.class, "taken");
  private static final long UNTOLD = Internals.offset(Races.class, "untold");
  private static final long RECLAIMS = Internals.offset(Races.class, "reclaims");
  private static final Races ONLY = new Races();

  private static final long[] PAIRS = new long[SLOTS];
  private static final long[] COUNTS = new long[SLOTS];

  private static volatile @Nullable RaceSink sink;

  @SuppressWarnings("unused") // counted through its offset
  private volatile int taken;

  private volatile long untold;

  private volatile long reclaims;

  private Races() {}

  /** Installs who is told, from now on as if no race had been found yet. */
  public static void install(RaceSink s) {
    Arrays.fill(PAIRS, 0);
    Arrays.fill(COUNTS, 0);
    ONLY.taken = 0;
    ONLY.untold = 0;
    ONLY.reclaims = 0;
    sink = s;
  }

  /** Times that the accesses at two sites raced. */
  public static long count(int firstSite, boolean firstWrites, int secondSite, boolean writes) {
    int slot = slot(pair(firstSite, firstWrites, secondSite, writes));
    return slot < 0 ? 0 : COUNTS[slot];
  }

  /** Races that were neither told nor counted with a pair, because too many pairs race. */
  public static long untold() {
    return ONLY.untold;
  }

  /** Races that were not told because a finalizer or cleaning action took part. */
  public static long reclaims() {
    return ONLY.reclaims;
  }

  private static long pair(int firstSite, boolean firstWrites, int secondSite, boolean writes) {
    long first = (long) firstSite << 1 | (firstWrites ? 1 : 0);
    return first << 32 | (long) secondSite << 1 | (writes ? 1 : 0);
  }

  /** The slot of a pair: a taken one, or the free one it would take (complement). */
  private static int slot(long pair) {
    int slot = (int) ((pair * 0x9E3779B97F4A7C15L) >>> 50);
    while (true) {
      long p = PAIRS[slot];
      if (p == pair) {
        return slot;
      }
      if (p == 0) {
        return ~slot;
      }
      slot = (slot + 1) & (SLOTS - 1);
    }
  }

  /** Takes a slot for a pair seen first. */
  private static boolean take(int slot, long pair) {
    return Internals.U.compareAndSetLong(PAIRS, Internals.LONGS + 8L * slot, 0L, pair);
  }

  /**
   * Whether an access is one of a finalizer or cleaning action to what was in use before: that is
   * over, although no edge says so but that from the end of the constructor (JLS 12.6.2). Accesses
   * of elements that come second may have been made before, too: they are recorded late.
   */
  private static boolean isReclaim(boolean element, long firstEpoch, ThreadState t) {
    if (t.reclaims) {
      return true;
    }
    ThreadState first = element ? ThreadState.byTid(Epoch.tid(firstEpoch)) : null;
    return first != null && first.reclaims;
  }

  /** A race; parameters as in {@link RaceSink#race}. */
  @DontInline
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
    if (isReclaim(field == 0, firstEpoch, t)) {
      Internals.U.getAndAddLong(ONLY, RECLAIMS, 1);
      return;
    }
    long pair = pair(firstSite, firstWrites, secondSite, secondWrites);
    int slot = slot(pair);
    boolean isNew = false;
    while (slot < 0) {
      if (ONLY.taken >= PAIRS_KEPT) {
        Internals.U.getAndAddLong(ONLY, UNTOLD, 1L);
        return;
      }
      isNew = take(~slot, pair);
      slot = isNew ? ~slot : slot(pair);
    }
    COUNTS[slot]++;
    if (!isNew) {
      return;
    }
    Internals.U.getAndAddInt(ONLY, TAKEN, 1);
    RaceSink s = sink;
    if (s != null) {
      s.race(o, field, index, firstWrites, firstEpoch, firstSite, secondWrites, secondSite, t);
    }
  }
}
