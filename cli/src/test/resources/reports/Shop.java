import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Six causes of races, one of them declared benign, in a fixed order of accesses. */
public class Shop {
  @Retention(RetentionPolicy.CLASS)
  @interface BenignRace {}

  static final class Stats {
    final long[] counts = new long[8];
    int hits;
    @BenignRace int approximate;
  }

  static final Object LOCK = new Object();
  static int flag;
  static boolean first;

  public static void main(String[] args) throws Exception {
    Stats stats = new Stats();
    Thread early = new Thread(() -> work(stats, 1), "early \u001b[31m");
    Thread late = new Thread(() -> late(stats), "late");
    early.start();
    late.start();
    early.join();
    late.join();
    System.out.println("done");
    System.err.println("really");
    System.exit(args.length);
  }

  static void late(Stats stats) {
    while (!first) {
      Thread.yield();
    }
    work(stats, 2);
  }

  static void work(Stats stats, int n) {
    synchronized (n == 1 ? LOCK : stats) {
      flag = n;
    }
    stats.counts[3]++;
    stats.approximate++;
    fill(stats.counts, n);
    for (int i = 0; i < 10; i++) {
      stats.hits += n;
    }
    if (n == 1) {
      first = true;
    }
  }

  static void fill(long[] array, int n) {
    array[5] = n;
  }
}
