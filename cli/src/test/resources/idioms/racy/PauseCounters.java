/**
 * Plain counters of a monitor thread polled by another thread with a deadline. After
 * https://github.com/apache/zookeeper/pull/2397 ZOOKEEPER-5052.
 */
public class PauseCounters {
  static class Monitor extends Thread {
    long warnExceeded, infoExceeded, totalExtra;

    public void run() {
      for (int i = 1; i <= 20; i++) {
        totalExtra += i;
        infoExceeded++; // race: PauseCounters$Monitor.infoExceeded
        if (i > 10) warnExceeded++; // race: PauseCounters$Monitor.warnExceeded
        try {
          Thread.sleep(2);
        } catch (InterruptedException e) {
          return;
        }
      }
    }
  }

  public static void main(String[] a) throws Exception {
    Monitor m = new Monitor();
    m.start();
    long end = System.nanoTime() + 3_000_000_000L;
    boolean seen = false;
    while (!seen && System.nanoTime() < end) {
      seen = m.warnExceeded > 0; // race: PauseCounters$Monitor.warnExceeded
    }
    if (!seen) System.out.println("warn counter still 0 after 3 s");
    if (m.infoExceeded < m.warnExceeded) // race: PauseCounters$Monitor.infoExceeded, PauseCounters$Monitor.warnExceeded?
      System.out.println("info " + m.infoExceeded + " < warn " + m.warnExceeded);
    m.join();
  }
}
