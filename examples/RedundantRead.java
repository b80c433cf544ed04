/**
 * A value that only an optimiser can bring forward (Prescient Memory, ISMM 2016, seed example 3).
 *
 * <pre>
 *   copier: r1 = x; y = r1      chooser: r2 = y; if (r2 == 1) { r3 = y; x = r3 } else x = 1;
 *                                        assert r2 == 0
 * </pre>
 *
 * In every interleaving {@code r2} is 0: whoever stores the first 1 has read {@code y} before. But
 * both branches store 1 in {@code x}. A compiler that takes the second load of {@code y} for the
 * first, as it may, stores 1 unconditionally and may do so before it loads {@code y}; then the
 * copier hands the 1 back and the assertion fails (class {@code future-optimizer}).
 */
public final class RedundantRead {
  static int x;
  static int y;

  private RedundantRead() {}

  public static void main(String[] args) throws InterruptedException {
    Thread copier = new Thread(RedundantRead::copy, "copier");
    Thread chooser = new Thread(RedundantRead::choose, "chooser");
    copier.start();
    chooser.start();
    copier.join();
    chooser.join();
  }

  private static void copy() {
    int r1 = x; // race: x, future: 1
    y = r1; // race: y
  }

  private static void choose() {
    int r2 = y; // race: y, future: 1
    if (r2 == 1) {
      int r3 = y; // race: y
      x = r3; // race: x
    } else {
      x = 1; // race: x
    }
    assert r2 == 0 : "y was " + r2 + " before x was stored";
  }
}
