import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Timer;
import java.util.TimerTask;
import java.util.UUID;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.*;
import java.util.stream.IntStream;

/** Fourteen kinds of synchronisation, a method each: correct, and different with every schedule. */
public class Fourteen {
  static volatile boolean flag;
  static boolean plain;

  interface Body {
    void run(int id) throws Exception;
  }

  private static void together(int threads, Body body) throws Exception {
    Thread[] all = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int id = i;
      all[i] = new Thread(() -> unchecked(body, id));
      all[i].start();
    }
    for (Thread t : all) {
      t.join();
    }
  }

  private static void unchecked(Body body, int id) {
    try {
      body.run(id);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static void check(boolean right) {
    if (!right) {
      throw new AssertionError();
    }
  }

  static void monitors() throws Exception {
    Object lock = new Object();
    int[] balance = new int[1];
    together(
        3,
        id -> {
          for (int i = 0; i < 5; i++) {
            synchronized (lock) {
              balance[0]++;
            }
          }
        });
    check(balance[0] == 15);
  }

  static void conditions() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    Condition changed = lock.newCondition();
    ArrayDeque<Integer> queue = new ArrayDeque<>();
    together(
        4,
        id -> {
          for (int j = 0; j < 4; j++) {
            lock.lock();
            try {
              while (id < 2 ? queue.size() == 2 : queue.isEmpty()) {
                changed.await();
              }
              if (id < 2) {
                queue.add(j);
              } else {
                queue.poll();
              }
              changed.signalAll();
            } finally {
              lock.unlock();
            }
          }
        });
    check(queue.isEmpty());
  }

  static void barriers() throws Exception {
    CountDownLatch latch = new CountDownLatch(3);
    CyclicBarrier barrier = new CyclicBarrier(3);
    Semaphore semaphore = new Semaphore(2);
    Phaser phaser = new Phaser(3);
    together(
        3,
        id -> {
          semaphore.acquire();
          latch.countDown();
          semaphore.release();
          latch.await();
          barrier.await();
          phaser.arriveAndAwaitAdvance();
        });
    check(phaser.getPhase() == 1);
  }

  static void executor() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    List<Future<Integer>> futures = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      int k = i;
      futures.add(pool.submit(() -> k * k));
    }
    int sum = 0;
    for (Future<Integer> f : futures) {
      sum += f.get();
    }
    pool.shutdown();
    check(pool.awaitTermination(5, TimeUnit.SECONDS) && sum == 140);
  }

  static void completable() throws Exception {
    AtomicInteger turns = new AtomicInteger();
    check(
        CompletableFuture.supplyAsync(() -> 3 + 0 * turns.incrementAndGet())
                .thenApplyAsync(v -> v * 2 + 0 * turns.incrementAndGet())
                .thenCombine(
                    CompletableFuture.supplyAsync(() -> 10 + 0 * turns.incrementAndGet()),
                    Integer::sum)
                .get()
            == 16);
    check(turns.get() == 3);
  }

  static class Sum extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1L;
    private final int from;
    private final int to;

    Sum(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    protected Integer compute() {
      if (to - from == 1) {
        return from;
      }
      Sum left = new Sum(from, (from + to) / 2);
      left.fork();
      return new Sum((from + to) / 2, to).compute() + left.join();
    }
  }

  static void forkJoin() {
    check(ForkJoinPool.commonPool().invoke(new Sum(0, 16)) == 120);
  }

  static void parallelStream() {
    AtomicInteger seen = new AtomicInteger();
    check(
        IntStream.range(0, 40).parallel().map(i -> i + 0 * seen.incrementAndGet()).sum() == 780);
    check(seen.get() == 40);
  }

  static void pipeline() throws Exception {
    ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
    LinkedBlockingQueue<String> queue = new LinkedBlockingQueue<>(2);
    together(
        3,
        id -> {
          if (id == 0) {
            for (int i = 0; i < 8; i++) {
              queue.put("k" + i % 3);
            }
            queue.put("end");
            queue.put("end");
            return;
          }
          for (String s = queue.take(); !s.equals("end"); s = queue.take()) {
            counts.merge(s, 1, Integer::sum);
          }
        });
    check(counts.values().stream().mapToInt(i -> i).sum() == 8);
  }

  static void ring() throws Exception {
    Object monitor = new Object();
    int[] turn = new int[1];
    together(
        3,
        id -> {
          for (int j = 0; j < 4; j++) {
            synchronized (monitor) {
              while (turn[0] % 3 != id) {
                monitor.wait();
              }
              turn[0]++;
              monitor.notifyAll();
            }
          }
        });
    check(turn[0] == 12);
  }

  static void time() throws Exception {
    Thread sleeper = new Thread(() -> unchecked(id -> Thread.sleep(3000), 0));
    sleeper.start();
    Object o = new Object();
    synchronized (o) {
      o.wait(1000);
    }
    ScheduledExecutorService scheduled = Executors.newScheduledThreadPool(1);
    AtomicInteger ticks = new AtomicInteger();
    ScheduledFuture<?> each =
        scheduled.scheduleAtFixedRate(ticks::incrementAndGet, 100, 500, TimeUnit.MILLISECONDS);
    Thread.sleep(1600);
    each.cancel(false);
    scheduled.shutdown();
    CountDownLatch rung = new CountDownLatch(1);
    new Timer(true)
        .schedule(
            new TimerTask() {
              @Override
              public void run() {
                rung.countDown();
              }
            },
            200);
    rung.await();
    sleeper.join();
    check(ticks.get() >= 3);
  }

  static void interrupts() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    AtomicInteger ended = new AtomicInteger();
    Future<?> waits =
        pool.submit(() -> interrupted(id -> new CountDownLatch(1).await(), ended));
    pool.submit(() -> interrupted(id -> Thread.sleep(100_000), ended));
    Thread parks =
        new Thread(
            () -> {
              LockSupport.park();
              check(Thread.interrupted());
            });
    parks.start();
    parks.interrupt();
    parks.join();
    waits.cancel(true);
    pool.shutdownNow();
    check(pool.awaitTermination(1, TimeUnit.MINUTES));
    check(ended.get() <= 2);
  }

  /** A body that is interrupted, if it begins at all. */
  private static void interrupted(Body body, AtomicInteger ended) {
    try {
      body.run(0);
      check(false);
    } catch (Exception e) {
      check(e instanceof InterruptedException);
      ended.incrementAndGet();
    }
  }

  static void spins() throws Exception {
    Thread waits =
        new Thread(
            () -> {
              while (!flag) {}
              plain = true;
            });
    waits.start();
    flag = true;
    while (!plain) {
      Thread.onSpinWait();
    }
    waits.join();
  }

  static void identities() throws Exception {
    together(
        2,
        id -> {
          Map<Object, Integer> map = new HashMap<>();
          for (int i = 0; i < 10; i++) {
            map.put(new Object(), i);
          }
          int sum = ThreadLocalRandom.current().nextInt(1000) + new Random().nextInt(1000);
          for (int i : map.values()) {
            sum = 31 * sum + i;
          }
          sum ^= UUID.randomUUID().hashCode() ^ System.identityHashCode(map);
          for (int i = 0; i < (sum & 7); i++) { // steps that depend on all of them
            Thread.yield();
          }
        });
  }

  static void others() throws Exception {
    AtomicInteger count = new AtomicInteger();
    StampedLock stamped = new StampedLock();
    ReentrantReadWriteLock readWrite = new ReentrantReadWriteLock();
    Exchanger<String> exchanger = new Exchanger<>();
    SynchronousQueue<Integer> handOver = new SynchronousQueue<>();
    together(
        3,
        id -> {
          count.incrementAndGet();
          long stamp = stamped.writeLock();
          stamped.unlockWrite(stamp);
          readWrite.readLock().lock();
          readWrite.readLock().unlock();
          readWrite.writeLock().lock();
          readWrite.writeLock().unlock();
          if (id < 2) {
            exchanger.exchange(id == 0 ? "a" : "b");
          }
          if (id == 1) {
            handOver.put(7);
          }
          if (id == 2) {
            check(handOver.take() == 7);
          }
        });
    check(count.get() == 3);
  }
}
