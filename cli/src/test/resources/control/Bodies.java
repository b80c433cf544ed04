import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Bodies that are run again and again in one JVM. */
public class Bodies {
  private static final List<String> LOG = new ArrayList<>();
  private static final AtomicInteger RUNS = new AtomicInteger();
  private static final int[] LOADED = new int[1];
  private static int runs;
  private static Bodies last;

  private volatile int count;

  /** Correct, with a lock, a latch and a pool that nobody ends. */
  private void correct() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    CountDownLatch done = new CountDownLatch(2);
    int[] sum = new int[1];
    for (int i = 0; i < 2; i++) {
      new Thread(
              () -> {
                lock.lock();
                try {
                  sum[0]++;
                } finally {
                  lock.unlock();
                }
                done.countDown();
              })
          .start();
    }
    done.await();
    check(sum[0] == 2, "sum " + sum[0]);
  }

  /** Threads of pools are left: daemons of the common pool, and one of an executor. */
  static void pools() throws Exception {
    ExecutorService pool =
        Executors.newFixedThreadPool(
            2,
            r -> {
              Thread t = new Thread(r);
              t.setDaemon(true);
              return t;
            });
    AtomicInteger sum = new AtomicInteger();
    CompletableFuture<Void> a = CompletableFuture.runAsync(sum::incrementAndGet);
    CompletableFuture<Void> b = CompletableFuture.runAsync(sum::incrementAndGet);
    pool.submit(sum::incrementAndGet).get();
    a.get();
    b.get();
    check(sum.get() == 3, "sum " + sum);
  }

  /** A lost update: one preemption. */
  void update() throws Exception {
    Thread other = new Thread(() -> count++);
    other.start();
    count++;
    other.join();
    check(count == 2, "count " + count);
  }

  /** Two monitors in opposite order: one preemption. */
  static void monitors() throws Exception {
    Object a = new Object();
    Object b = new Object();
    Thread other = new Thread(() -> nested(b, a));
    other.start();
    nested(a, b);
    other.join();
  }

  private static void nested(Object first, Object second) {
    synchronized (first) {
      synchronized (second) {
        runs++;
      }
    }
  }

  /** A deadlock whose threads swallow what ends them, again and again. */
  static void stubborn() throws Exception {
    ReentrantLock a = new ReentrantLock();
    ReentrantLock b = new ReentrantLock();
    Thread other = new Thread(() -> swallowing(b, a));
    other.start();
    swallowing(a, b);
    other.join();
  }

  private static void swallowing(ReentrantLock first, ReentrantLock second) {
    for (int i = 0; i < 3; i++) {
      try {
        first.lock();
        try {
          second.lock();
          second.unlock();
        } finally {
          first.unlock();
        }
        return;
      } catch (Throwable t) {
        // once more
      }
    }
  }

  /** More racy loads than are choices of what to return. */
  static void manyLoads() throws Exception {
    LOADED[0] = 0;
    Thread writer = new Thread(() -> LOADED[0] = 1);
    writer.start();
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      sum += LOADED[0];
    }
    writer.join();
    check(sum >= 0, "sum");
  }

  /** Fails if anything static is not as it was. */
  static void statics() throws Exception {
    check(runs++ == 0, "runs " + runs);
    check(RUNS.getAndIncrement() == 0, "RUNS " + RUNS);
    check(LOG.isEmpty(), "LOG " + LOG);
    check(last == null, "last is kept");
    check(Lazy.count++ == 7, "Lazy.count " + Lazy.count);
    LOG.add("run");
    last = new Bodies();
    Thread other = new Thread(() -> LOG.add("other"));
    other.start();
    other.join();
  }

  /** Initialised at its first use. */
  static class Lazy {
    static int count = Integer.parseInt("7");
  }

  /** Fails if there are not as many processors as the JVM that explores was told. */
  static void processors() throws Exception {
    Thread other = new Thread(() -> runs++);
    other.start();
    other.join();
    int seen = Runtime.getRuntime().availableProcessors();
    check(seen == Integer.getInteger("processors"), "processors " + seen);
  }

  /** A child thread fails, always. */
  static void child() throws Exception {
    Thread other =
        new Thread(
            () -> {
              throw new IllegalStateException("child");
            });
    other.start();
    other.join();
  }

  /** Ends the JVM in some schedules only. */
  void exits() throws Exception {
    Thread other = new Thread(() -> count = 1);
    other.start();
    if (count == 1) {
      System.exit(3);
    }
    other.join();
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
