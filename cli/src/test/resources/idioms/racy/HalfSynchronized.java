/** A synchronized setter with a plain getter. */
public class HalfSynchronized {
  static class Gauge {
    private int value;

    synchronized void set(int v) {
      value = v; // race: HalfSynchronized$Gauge.value
    }

    int get() {
      return value; // race: HalfSynchronized$Gauge.value
    }
  }

  public static void main(String[] a) throws Exception {
    Gauge g = new Gauge();
    int[] last = new int[1];
    Runnable w =
        () -> {
          for (int i = 1; i <= 1000; i++) g.set(i);
        };
    Runnable r =
        () -> {
          for (int i = 0; i < 1000; i++) last[0] = g.get();
        };
    Idiom.par(w, r);
    System.out.println("last=" + last[0]);
  }
}
