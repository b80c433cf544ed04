package dev.prescient.runtime;

/**
 * Accesses of a thread's present epoch that are not in the shadow yet. They are recorded before the
 * thread's clock changes or is told to others, so that the order of all events under happens-before
 * is that of the program.
 *
 * <p>State: of the owning thread only.
 */
public abstract class Deferred {
  /** How much there is to record. */
  protected int pending;

  /** Records everything; never throws. */
  protected abstract void commit();
}
