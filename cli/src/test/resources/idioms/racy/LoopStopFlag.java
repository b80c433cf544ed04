/**
 * Plain boolean polled in a hot loop; JIT hoists the load, the loop never ends. After
 * https://github.com/apache/pinot/pull/7508 (fixes #7248).
 */
public class LoopStopFlag {
  static boolean stopped; // not volatile
  static long work;

  public static void main(String[] a) throws Exception {
    Thread t =
        new Thread(
            () -> {
              long n = 0;
              while (!stopped) { // race: LoopStopFlag.stopped
                n++;
              }
              work = n;
            });
    t.start();
    Thread.sleep(50); // long enough for OSR compilation
    stopped = true; // race: LoopStopFlag.stopped
    t.join();
  }
}
