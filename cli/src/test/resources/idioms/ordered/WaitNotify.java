/** Guarded block with wait/notifyAll. */
public class WaitNotify {
  static class Slot {
    int[] x;

    synchronized void put(int[] v) {
      try {
        while (x != null) wait();
      } catch (InterruptedException e) {
      }
      x = v;
      notifyAll();
    }

    synchronized int[] take() {
      try {
        while (x == null) wait();
      } catch (InterruptedException e) {
      }
      int[] v = x;
      x = null;
      notifyAll();
      return v;
    }
  }

  public static void main(String[] a) throws Exception {
    Slot q = new Slot();
    long[] s = new long[1];
    Idiom.par(
        () -> {
          for (int i = 0; i < 600; i++) q.put(new int[] {i});
        },
        () -> {
          for (int i = 0; i < 600; i++) s[0] += q.take()[0];
        });
    Idiom.check(s[0] == 179700L, "sum");
  }
}
