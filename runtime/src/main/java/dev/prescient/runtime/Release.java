package dev.prescient.runtime;

/**
 * What a thread knew at one moment, to be learnt by others: the end of a class initialiser, the
 * freeze of an object's final fields. Immutable.
 */
public final class Release {
  /** Whoever knows this epoch knows all of {@code clock}. */
  public final long epoch;

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
