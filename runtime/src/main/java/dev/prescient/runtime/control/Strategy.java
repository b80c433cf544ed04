package dev.prescient.runtime.control;

import org.jspecify.annotations.Nullable;

/**
 * Who goes on. Called under the scheduler's lock with the hooks off: arrays and arithmetic only, no
 * waiting, no classes that were not used before.
 */
public abstract class Strategy {
  /**
   * Chooses one of {@code enabled[0..count)}, which is ordered by thread id.
   *
   * @param me the thread at the scheduling point
   * @param continues whether {@code me} could go on, hence is among the enabled
   * @param yields whether {@code me} gives way: another thread must be chosen if there is one
   */
  public abstract ControlledThread choose(
      ControlledThread me,
      ControlledThread[] enabled,
      int count,
      boolean continues,
      boolean yields);

  /** Whether {@link #expires} is to be asked. */
  public boolean limitsTime() {
    return false;
  }

  /**
   * A thread that waits with a time limit, which is to come now, before the next choice; null if
   * none is.
   *
   * @param me the thread at the scheduling point
   * @param enabled threads that could go on; the first {@code count} cells
   * @param live threads that have not ended; the first {@code liveCount} cells
   */
  public @Nullable ControlledThread expires(
      ControlledThread me,
      ControlledThread[] enabled,
      int count,
      ControlledThread[] live,
      int liveCount) {
    return null;
  }

  /** Chooses which of {@code waiters[0..count)}, longest waiting first, a notify wakes. */
  public int chooseWaiter(ControlledThread me, ControlledThread[] waiters, int count) {
    return 0;
  }

  /** Chooses one of 0..n-1 for the program. */
  public int chooseValue(ControlledThread me, int n) {
    return 0;
  }

  /** A thread was registered. */
  public void started(ControlledThread t) {}

  /**
   * A thread outside for which the recording waits at this point; null if it does not.
   *
   * @param all every thread so far; the first {@code count} cells are filled
   */
  public @Nullable ControlledThread awaited(
      ControlledThread me, ControlledThread[] all, int count) {
    return null;
  }

  /** The virtual time after {@code t} came back from outside: as measured, or as recorded. */
  public long timeAfterOutside(ControlledThread t, long measured) {
    return measured;
  }
}
