/** A plain stop flag, polled in a loop. */
public class StopFlag {
  static boolean stopRequested;
  static long ticks;

  public static void main(String[] a) throws Exception {
    Thread t =
        new Thread(
            () -> {
              long n = 0;
              while (!stopRequested) n++; // race: StopFlag.stopRequested
              ticks = n;
            },
            "worker");
    t.start();
    Thread.sleep(50);
    stopRequested = true; // race: StopFlag.stopRequested
    t.join();
    System.out.println((t.isAlive() ? "HANG worker never saw the flag" : "stopped ok"));
  }
}
