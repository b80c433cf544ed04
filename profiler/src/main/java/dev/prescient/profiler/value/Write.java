package dev.prescient.profiler.value;

import dev.prescient.runtime.Epoch;
import org.jspecify.annotations.Nullable;

/**
 * One store of a racy variable.
 *
 * @param epoch of the storing thread; {@link Epoch#NONE} for the value that was there before every
 *     store we saw
 * @param clock of the storing thread, shared and never changed; index is the tid
 * @param value what was stored
 * @param store which store; null for the initial value
 * @param site {@code File.java:12}, or {@code initial value}
 * @param order number among all accesses of the run
 */
@SuppressWarnings("ArrayRecordComponent") // the clock is shared; writes are never compared
public record Write(
    long epoch,
    long[] clock,
    LiveValue value,
    @Nullable Occurrence store,
    String site,
    long order) {

  private static final long[] BOTTOM = {};

  /** The value before every store. */
  public static Write initial(LiveValue value) {
    return new Write(Epoch.NONE, BOTTOM, value, null, "initial value", 0);
  }

  /** Whether this store happens before a later one in the same history. */
  boolean before(Write later) {
    return later.isAfter(epoch);
  }

  /** Whether what its thread, or another, did earlier in the run happens before this store. */
  public boolean isAfter(long earlier) {
    int tid = Epoch.tid(earlier);
    return tid == Epoch.tid(epoch) || Epoch.clock(earlier) <= (tid < clock.length ? clock[tid] : 0);
  }
}
