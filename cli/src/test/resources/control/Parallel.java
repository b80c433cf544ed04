import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Bugs that show when threads really run in parallel; the argument says which. */
public class Parallel {
  interface Body {
    void run(int id) throws Exception;
  }

  static final int ROUNDS = 3000;
  static int plain;
  static volatile int counted;
  static volatile boolean rung;
  static volatile boolean open = true;

  static void together(int threads, Body body) throws Exception {
    CyclicBarrier start = new CyclicBarrier(threads);
    Thread[] all = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int id = i;
      all[i] =
          new Thread(
              () -> {
                try {
                  start.await();
                  body.run(id);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      all[i].start();
    }
    for (Thread t : all) {
      t.join();
    }
  }

  static void expect(int expected, int found) {
    if (expected != found) {
      throw new IllegalStateException("expected " + expected + ", found " + found);
    }
  }

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "update" -> update();
      case "volatile" -> volatileCount();
      case "act" -> checkThenAct();
      case "abba" -> abba();
      case "hang" -> hang();
      case "notify" -> lostNotify();
      case "locks" -> locks();
      case "tasks" -> tasks();
      case "atomic" -> atomic();
      case "queue" -> queue();
      case "signal" -> signal();
      case "wait" -> ifWait();
      case "close" -> close();
      case "semaphore" -> semaphore();
      case "forever" -> forever();
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  /** A lost update of a plain field. */
  static void update() throws Exception {
    together(
        3,
        id -> {
          for (int i = 0; i < ROUNDS; i++) {
            plain++;
          }
        });
    expect(3 * ROUNDS, plain);
  }

  static void volatileCount() throws Exception {
    together(
        3,
        id -> {
          for (int i = 0; i < ROUNDS; i++) {
            counted++;
          }
        });
    expect(3 * ROUNDS, counted);
  }

  /** Two calls of a concurrent map where one was meant. */
  static void checkThenAct() throws Exception {
    Map<Integer, Integer> cache = new ConcurrentHashMap<>();
    AtomicInteger made = new AtomicInteger();
    together(
        3,
        id -> {
          for (int i = 0; i < ROUNDS; i++) {
            if (!cache.containsKey(i)) {
              cache.put(i, made.incrementAndGet());
            }
          }
        });
    expect(ROUNDS, made.get());
  }

  /** Two monitors in either order. */
  static void abba() throws Exception {
    Object a = new Object();
    Object b = new Object();
    together(
        2,
        id -> {
          for (int i = 0; i < 10 * ROUNDS; i++) {
            synchronized (id == 0 ? a : b) {
              synchronized (id == 0 ? b : a) {
                plain++;
              }
            }
          }
        });
  }

  /** As {@link #abba}, at the first try. */
  static void hang() throws Exception {
    Object a = new Object();
    Object b = new Object();
    CyclicBarrier both = new CyclicBarrier(2);
    together(
        2,
        id -> {
          synchronized (id == 0 ? a : b) {
            both.await();
            synchronized (id == 0 ? b : a) {
              plain++;
            }
          }
        });
  }

  /** Two threads in turn, for ever. */
  static void forever() throws Exception {
    together(
        2,
        id -> {
          while (true) {
            while (counted % 2 != id) {
              Thread.onSpinWait();
            }
            counted++;
          }
        });
  }

  /** The flag is asked outside the monitor. */
  static void lostNotify() throws Exception {
    Object bell = new Object();
    CyclicBarrier round = new CyclicBarrier(2);
    together(
        2,
        id -> {
          for (int i = 0; i < ROUNDS; i++) {
            rung = false;
            round.await();
            if (id == 0) {
              if (!rung) {
                synchronized (bell) {
                  bell.wait();
                }
              }
            } else {
              rung = true;
              synchronized (bell) {
                bell.notify();
              }
            }
            round.await();
          }
        });
  }

  /** What was looked at under one lock is changed under another. */
  static void locks() throws Exception {
    ReentrantLock look = new ReentrantLock();
    ReentrantLock change = new ReentrantLock();
    int[] left = {ROUNDS};
    AtomicInteger below = new AtomicInteger();
    together(
        3,
        id -> {
          for (int i = 0; i < ROUNDS; i++) {
            look.lock();
            boolean any;
            try {
              any = left[0] > 0;
            } finally {
              look.unlock();
            }
            if (any) {
              change.lock();
              try {
                look.lock();
                if (--left[0] < 0) {
                  below.incrementAndGet();
                }
                look.unlock();
              } finally {
                change.unlock();
              }
            }
          }
        });
    expect(0, below.get());
  }

  /** Tasks that count in a volatile field. */
  static void tasks() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(3);
    List<Future<Integer>> all = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      int task = i;
      all.add(
          pool.submit(
              () -> {
                for (int k = 0; k < 100; k++) {
                  counted++;
                }
                return task;
              }));
    }
    int sum = 0;
    for (Future<Integer> f : all) {
      sum += f.get();
    }
    pool.shutdown();
    expect(59 * 30, sum);
    expect(6000, counted);
  }

  /** An atomic that is read, and then set. */
  static void atomic() throws Exception {
    AtomicInteger n = new AtomicInteger();
    together(
        3,
        id -> {
          for (int i = 0; i < ROUNDS; i++) {
            n.set(n.get() + 1);
          }
        });
    expect(3 * ROUNDS, n.get());
  }

  /** Two producers, and a consumer that takes their items for being in order. */
  static void queue() throws Exception {
    BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    AtomicInteger next = new AtomicInteger();
    AtomicInteger turned = new AtomicInteger();
    together(
        3,
        id -> {
          if (id > 0) {
            for (int i = 0; i < ROUNDS; i++) {
              queue.put(next.incrementAndGet());
            }
          } else {
            int last = 0;
            for (int i = 0; i < 2 * ROUNDS; i++) {
              int item = queue.take();
              if (item < last) {
                turned.incrementAndGet();
              }
              last = item;
            }
          }
        });
    expect(0, turned.get());
  }

  /** A signal for one of two kinds of waiters. */
  static void signal() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    Condition changed = lock.newCondition();
    int[] items = {0};
    together(
        4,
        id -> {
          for (int i = 0; i < 10 * ROUNDS; i++) {
            lock.lock();
            try {
              boolean puts = id % 2 == 0;
              while (puts ? items[0] == 1 : items[0] == 0) {
                changed.await();
              }
              items[0] += puts ? 1 : -1;
              changed.signal();
            } finally {
              lock.unlock();
            }
          }
        });
  }

  /** Waits once where it should again. */
  static void ifWait() throws Exception {
    Object lock = new Object();
    int[] items = {0};
    AtomicInteger missing = new AtomicInteger();
    together(
        4,
        id -> {
          for (int i = 0; i < ROUNDS; i++) {
            synchronized (lock) {
              if (id < 2) {
                items[0]++;
                lock.notify();
              } else {
                if (items[0] == 0) {
                  lock.wait(50);
                }
                if (items[0] == 0) {
                  missing.incrementAndGet();
                } else {
                  items[0]--;
                }
              }
            }
          }
        });
    expect(0, missing.get());
  }

  /** Closed after some time, while it is used. */
  static void close() throws Exception {
    together(
        2,
        id -> {
          if (id == 0) {
            Thread.sleep(5);
            open = false;
          } else {
            while (open) {
              plain++;
              if (!open) {
                throw new IllegalStateException("closed");
              }
            }
          }
        });
  }

  /** Two permits for what bears one. */
  static void semaphore() throws Exception {
    Semaphore permits = new Semaphore(2);
    together(
        3,
        id -> {
          for (int i = 0; i < ROUNDS; i++) {
            permits.acquire();
            try {
              counted = counted + 1;
            } finally {
              permits.release();
            }
          }
        });
    expect(3 * ROUNDS, counted);
  }
}
