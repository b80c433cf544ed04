package limits;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * {@code Soak seconds}: makes garbage of all kinds that a race detector keeps something of, and
 * prints the live heap every few seconds. Ends with status 1 if that goes on growing: if the mean
 * of the last third of the samples is above that of the middle third by a twentieth and 1 MB. No
 * race.
 *
 * <p>What is kept of dead objects is dropped as others are made. So a sample is taken while the
 * workers rest, after a collection, some more garbage, and another collection.
 */
public final class Soak {
  private static final int SAMPLES = 60;
  private static final int KEPT = 50;
  private static final int MORE_ROUNDS = 100;

  private static final class Node {
    private Node next;
    private int count;
    private long sum;
    private volatile boolean done;
    private final ReentrantLock lock = new ReentrantLock();
    private static volatile int made;

    synchronized void add(long x) {
      count++;
      sum += x;
    }
  }

  private static final Object LOCK = new Object();
  private static final ArrayDeque<Node> NODES = new ArrayDeque<>();
  private static final ArrayDeque<long[]> ARRAYS = new ArrayDeque<>();
  private static final ConcurrentHashMap<Integer, Node> BY_NUMBER = new ConcurrentHashMap<>();
  private static final ReentrantReadWriteLock RESTS = new ReentrantReadWriteLock(true);
  private static volatile boolean stop;

  private Soak() {}

  public static void main(String[] args) throws Exception {
    int seconds = Integer.parseInt(args[0]);
    Thread[] workers = new Thread[2];
    AtomicLong rounds = new AtomicLong();
    for (int n = 0; n < workers.length; n++) {
      Random random = new Random(n);
      workers[n] = new Thread(() -> work(random, rounds));
      workers[n].start();
    }
    Usage usage = new Usage("soak");
    long[] live = new long[SAMPLES];
    long begin = System.nanoTime();
    for (int i = 0; i < SAMPLES; i++) {
      while (System.nanoTime() - begin < (i + 1) * (long) (seconds * 1e9 / SAMPLES)) {
        Thread.sleep(10);
      }
      live[i] = liveBytes(new Random(i));
      System.out.printf("live %.1f MB, rounds %d; ", live[i] / 1e6, rounds.get());
      usage.print((System.nanoTime() - begin) / 1_000_000_000);
    }
    stop = true;
    for (Thread worker : workers) {
      worker.join();
    }
    double middle = mean(live, SAMPLES / 3, 2 * SAMPLES / 3);
    double last = mean(live, 2 * SAMPLES / 3, SAMPLES);
    boolean steady = last <= middle * 1.05 + 1e6;
    System.out.printf("mean live %.1f MB, then %.1f MB: ", middle / 1e6, last / 1e6);
    System.out.println(steady ? "steady" : "NOT STEADY");
    System.exit(steady ? 0 : 1);
  }

  private static double mean(long[] all, int from, int to) {
    return Arrays.stream(all, from, to).average().orElseThrow();
  }

  private static long liveBytes(Random random) throws InterruptedException {
    RESTS.writeLock().lock();
    try {
      System.gc();
      for (int i = 0; i < MORE_ROUNDS; i++) {
        round(random, i);
      }
      return Usage.liveBytes();
    } finally {
      RESTS.writeLock().unlock();
    }
  }

  private static void work(Random random, AtomicLong rounds) {
    try {
      while (!stop) {
        RESTS.readLock().lock();
        try {
          round(random, rounds.incrementAndGet());
        } finally {
          RESTS.readLock().unlock();
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void round(Random random, long n) throws InterruptedException {
    objects(random);
    arrays(random);
    if (n % 50 == 0) {
      threads(random.nextInt(100));
    }
  }

  /** Objects with checked and volatile fields, monitors and locks, used by both threads. */
  private static void objects(Random random) {
    for (int i = 0; i < 100; i++) {
      Node node = new Node();
      node.count = i;
      node.done = true;
      Node.made++;
      Node other;
      synchronized (LOCK) {
        node.next = NODES.peekLast();
        NODES.add(node);
        other = NODES.size() > KEPT ? NODES.poll() : node;
        other.next = null;
      }
      other.add(random.nextInt(9));
      other.lock.lock();
      try {
        if (other.done) {
          other.done = false;
        }
      } finally {
        other.lock.unlock();
      }
      BY_NUMBER.put(random.nextInt(KEPT), node);
    }
  }

  /** Arrays accessed from end to end, and here and there; by both threads, read shared, too. */
  private static void arrays(Random random) {
    long[] mine = new long[1 + random.nextInt(20_000)];
    for (int i = 0; i < mine.length; i++) {
      mine[i] = i;
    }
    synchronized (LOCK) {
      ARRAYS.add(mine);
      long[] other = ARRAYS.size() > KEPT ? ARRAYS.poll() : ARRAYS.peek();
      for (int i = 0; i < 200; i++) {
        other[random.nextInt(other.length)]++;
      }
      for (int i = 1; i < other.length; i++) {
        other[i] += other[i - 1];
      }
    }
    String[] words = new String[200];
    for (int i = 0; i < 100; i++) {
      words[random.nextInt(words.length)] = "x";
    }
  }

  /** Threads that end: some joined, some not. */
  private static void threads(int n) throws InterruptedException {
    int[] box = new int[8];
    box[0] = n;
    Thread[] few = new Thread[4];
    for (int i = 0; i < few.length; i++) {
      int k = i;
      few[i] =
          new Thread(
              () -> {
                box[1 + k] = box[0] + k;
                synchronized (LOCK) {
                  NODES.peek().add(1);
                }
              });
      few[i].start();
    }
    few[0].join();
    few[1].join();
  }
}
