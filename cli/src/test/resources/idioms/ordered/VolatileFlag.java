/** Volatile stop flag and volatile-published data. */
public class VolatileFlag {
  static volatile boolean stop;
  static int payload;

  public static void main(String[] a) throws Exception {
    Idiom.par(
        () -> {
          long n = 0;
          while (!stop) n++;
          Idiom.check(payload == 42, "payload");
        },
        () -> {
          payload = 42;
          stop = true;
        });
  }
}
