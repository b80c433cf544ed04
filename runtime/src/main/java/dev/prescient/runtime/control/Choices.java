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

  /** Instead of {@code Choose.either}. */
  public static boolean either(int site) {
    return of(2, site) == 1;
  }
}
