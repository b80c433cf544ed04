/** Plain state piggy-backed on a volatile sequence number. */
public class PiggybackVolatile {
  static volatile int seq;
  static int x, y;

  public static void main(String[] a) throws Exception {
    Idiom.par(
        () -> {
          for (int i = 1; i <= 100; i++) {
            while (seq % 2 != 0) Thread.yield();
            x = i;
            y = -i;
            seq++;
          }
        },
        () -> {
          for (int i = 1; i <= 100; i++) {
            while (seq % 2 == 0) Thread.yield();
            Idiom.check(x == i && y == -i, "xy");
            seq++;
          }
        });
  }
}
