package dev.prescient.runtime.control;

/** The program's own choices, {@code dev.prescient.api.Choose}: made by the strategy, recorded. */
public final class Choices {
  /** Most values, as in the API. */
  private static final int MOST = 1000;

  private Choices() {}

  /**
   * Instead of {@code Choose.of}.
   *
   * @param n 1..1000
   * @return 0..n-1; 0 on a thread that is not controlled
   * @throws IllegalArgumentException for any other {@code n}
   */
  public static int of(int n, int site) {
    if (n < 1 || n > MOST) {
      throw new IllegalArgumentException("Choose.of(" + n + "): expected 1.." + MOST);
    }
    ControlledThread me = Scheduler.current();
    return me == null ? 0 : Scheduler.chooseValue(me, n, site);
  }

  /** From now on all loads of racy variables are noted by {@link #read}: see {@link StateHash}. */
  public static void tellReads() {
    StateHash.tellReads();
  }

  /**
   * Notes what a load of a racy variable returns; called on its thread, with the hooks off.
   *
   * @param journalled whether it is a decision: goes into the journal
   * @param other whether it returns another value than the latest
   * @param source hash of the store that it reads from, or of a guess
   */
  public static void read(boolean journalled, boolean other, long source, int site) {
    ControlledThread me = Scheduler.holder();
    if (me == null || me.thread != Thread.currentThread() || me.noSwitch > 0) {
      return;
    }
    Token.lock();
    if (journalled) {
      Journal.add(Journal.READ, 0, me, other ? 1 : 0, site, 1);
      Journal.more(StateHash.now());
    }
    StateHash.read(me, other, source);
    Token.unlock();
  }

  /** Instead of {@code Choose.either}. */
  public static boolean either(int site) {
    return of(2, site) == 1;
  }
}
