package dev.prescient.api;

/**
 * Choices of the program that Prescient explores as it explores schedules: which input comes, which
 * message is lost, how long a queue is (VeriSoft's {@code VS_toss}, Godefroid, POPL 1997; CMC's
 * {@code choose}, Musuvathi et al., OSDI 2002).
 */
public final class Choose {
  /** Largest number of values to choose from. */
  public static final int MOST = 1000;

  private Choose() {}

  /**
   * One of {@code n} values. Under the controlled scheduler the strategy chooses, the recording
   * holds what it chose, and systematic exploration tries all; anywhere else it is 0.
   *
   * @param n 1..{@link #MOST}
   * @return 0..n-1
   * @throws IllegalArgumentException for any other {@code n}
   */
  public static int of(int n) {
    if (n < 1 || n > MOST) {
      throw new IllegalArgumentException("Choose.of(" + n + "): expected 1.." + MOST);
    }
    return chosen(n);
  }

  /** True or false: {@code of(2) == 1}. */
  public static boolean either() {
    return chosen(2) == 1;
  }

  /** The agent puts its own choice in place of calls of this method. */
  @SuppressWarnings("unused") // by the agent's
  private static int chosen(int n) {
    return 0;
  }
}
