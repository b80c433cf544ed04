/**
 * A value out of thin air, which must never be reported (Prescient Memory, ISMM 2016, section 2).
 *
 * <pre>
 *   copier: r1 = x; y = r1      chooser: r2 = y; if (r2 == 0) x = 1;
 *                               main: assert r1 == 0 || r2 == 0
 * </pre>
 *
 * For both to be 1, the chooser would have to read a 1 from {@code y} that exists only because the
 * chooser stored 1 in {@code x}, which it does only if it did not read that 1. Nobody may see it.
 * {@code pm hunt} guesses the value, finds no store that makes the guess legal, discards the run
 * and counts it. The races on {@code x} and {@code y} are true.
 */
public final class Unjustified {
  static int x;
  static int y;
  private static int r1;
  private static int r2;

  private Unjustified() {}

  public static void main(String[] args) throws InterruptedException {
    Thread copier = new Thread(Unjustified::copy, "copier");
    Thread chooser = new Thread(Unjustified::choose, "chooser");
    copier.start();
    chooser.start();
    copier.join();
    chooser.join();
    assert r1 == 0 || r2 == 0 : "r1 = " + r1 + " and r2 = " + r2;
  }

  private static void copy() {
    r1 = x; // race: x
    y = r1; // race: y
  }

  private static void choose() {
    r2 = y; // race: y
    if (r2 == 0) {
      x = 1; // race: x
    }
  }
}
