/** A volatile counter loses updates, but there is no data race. */
public class VolatileCounter {
  static volatile int count;

  public static void main(String[] a) throws Exception {
    Runnable r =
        () -> {
          for (int i = 0; i < 5000; i++) count++;
        };
    Idiom.par(r, r);
    System.out.println("count=" + count);
  }
}
