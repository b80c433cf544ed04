package dev.prescient.runtime;

/**
 * What a thread knew at one moment, to be learnt by others: the end of a class initialiser, the
 * freeze of an object's final fields.
 *
 * <p>State: {@code epoch} is changed at most once, before whoever could take it for known can learn
 * of a thread that has the same id.
 */
public final class Release {
  /** Whoever knows this epoch knows all of {@code clock}. */
  public long epoch;

  final long[] clock;

  Release(long epoch, long[] clock) {
    this.epoch = epoch;
    this.clock = clock;
  }

  /** Whether an event happens before this moment. */
  public boolean knows(long event) {
    int u = Epoch.tid(event);
    return Epoch.clock(event) <= (u < clock.length ? clock[u] : 0);
  }
}
