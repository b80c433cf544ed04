package limits;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * {@code VirtualThreads pattern n}: starts n virtual threads (JDK 21 or later), each of which
 * accesses an object of its own, and a shared one under a lock. No race. Patterns: {@code executor},
 * a hundred at a time and their results waited for; {@code join}, a hundred at a time, joined;
 * {@code forget}, ten thousand at a time that nobody joins; {@code chain}, each starts the next.
 *
 * <p>Prints the heap used, the resident set and CPU time after every fifth of them.
 */
public final class VirtualThreads {
  private static final int FEW = 100;
  private static final int MANY = 10_000;
  private static final Object LOCK = new Object();
  private static long shared;

  private static final class Box {
    private int first;
    private int second;
  }

  private VirtualThreads() {}

  private static void work(int i) {
    Box box = new Box();
    box.first = i;
    box.second = box.first + 1;
    synchronized (LOCK) {
      shared += box.second - box.first;
    }
  }

  public static void main(String[] args) throws Exception {
    int n = Integer.parseInt(args[1]);
    Usage usage = new Usage(args[0]);
    switch (args[0]) {
      case "executor" -> executor(n, usage);
      case "join" -> join(n, usage);
      case "forget" -> forget(n, usage);
      case "chain" -> chain(n, usage);
      default -> throw new IllegalArgumentException(args[0]);
    }
    synchronized (LOCK) {
      System.out.println("total " + shared);
      if (shared != n) {
        throw new IllegalStateException(shared + " of " + n);
      }
    }
  }

  private static void executor(int n, Usage usage) throws Exception {
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int done = 0; done < n; done += FEW) {
        Future<?>[] results = new Future<?>[FEW];
        for (int i = 0; i < FEW; i++) {
          int k = i;
          results[i] = executor.submit(() -> work(k));
        }
        for (Future<?> result : results) {
          result.get();
        }
        tell(done + FEW, n, usage);
      }
    }
  }

  private static void join(int n, Usage usage) throws Exception {
    for (int done = 0; done < n; done += FEW) {
      Thread[] threads = new Thread[FEW];
      for (int i = 0; i < FEW; i++) {
        int k = i;
        threads[i] = Thread.startVirtualThread(() -> work(k));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      tell(done + FEW, n, usage);
    }
  }

  private static void forget(int n, Usage usage) throws Exception {
    AtomicInteger ended = new AtomicInteger();
    for (int done = 0; done < n; done += MANY) {
      for (int i = 0; i < MANY; i++) {
        int k = i;
        Thread.startVirtualThread(
            () -> {
              work(k);
              ended.incrementAndGet();
            });
      }
      while (ended.get() < done + MANY) {
        Thread.sleep(1);
      }
      tell(done + MANY, n, usage);
    }
  }

  private static void chain(int n, Usage usage) throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    link(1, n, end, usage);
    end.await();
  }

  private static void link(int i, int n, CountDownLatch end, Usage usage) {
    Thread.startVirtualThread(
        () -> {
          work(i);
          tell(i, n, usage);
          if (i < n) {
            link(i + 1, n, end, usage);
          } else {
            end.countDown();
          }
        });
  }

  private static void tell(int done, int n, Usage usage) {
    if (done % (n / 5) == 0) {
      usage.print(done);
    }
  }
}
