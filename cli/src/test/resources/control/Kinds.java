import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Timer;
import java.util.TimerTask;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.*;
import java.util.stream.IntStream;

/** One kind of synchronisation after another; correct, and different with every schedule. */
public class Kinds {
  interface Body {
    void run(int id) throws Exception;
  }

  static volatile boolean flag;
  static boolean plain;
  static int turn;
  static int balance;

  static void together(int threads, Body body) throws InterruptedException {
    Thread[] all = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      int id = i;
      all[i] =
          new Thread(
              () -> {
                try {
                  body.run(id);
                } catch (Exception e) {
                  throw new RuntimeException(e);
                }
              });
      all[i].start();
    }
    for (Thread t : all) {
      t.join();
    }
  }

  static synchronized void deposit() {
    balance++;
  }

  public static void main(String[] args) throws Exception {
    bank();
    lock();
    ring();
    pool();
    System.out.println(
        CompletableFuture.supplyAsync(() -> 3)
            .thenApplyAsync(v -> v * 2)
            .thenCombine(CompletableFuture.supplyAsync(() -> 10), Integer::sum)
            .get());
    System.out.println(IntStream.range(0, 1000).parallel().map(i -> i * 2).sum());
    pipeline();
    time();
    interrupts();
    spins();
    identities();
    others();
  }

  static void bank() throws Exception {
    Object lock = new Object();
    StringBuilder order = new StringBuilder();
    together(
        3,
        id -> {
          for (int i = 0; i < 10; i++) {
            deposit();
            synchronized (lock) {
              order.append(id);
            }
          }
        });
    System.out.println(balance + " " + order);
  }

  static void lock() throws Exception {
    ReentrantLock l = new ReentrantLock();
    Condition c = l.newCondition();
    ArrayDeque<Integer> q = new ArrayDeque<>();
    StringBuilder order = new StringBuilder();
    together(
        4,
        id -> {
          for (int j = 0; j < 8; j++) {
            l.lock();
            try {
              if (id < 2) {
                while (q.size() >= 2) c.await();
                q.add(id * 100 + j);
              } else {
                while (q.isEmpty()) c.await();
                order.append(q.poll()).append(' ');
              }
              c.signalAll();
            } finally {
              l.unlock();
            }
          }
        });
    System.out.println(order);
  }

  static void ring() throws Exception {
    Object m = new Object();
    StringBuffer order = new StringBuffer();
    together(
        3,
        id -> {
          for (int j = 0; j < 6; j++) {
            synchronized (m) {
              while (turn != id) m.wait();
              order.append(id);
              turn = (id + 1) % 3;
              m.notifyAll();
            }
          }
        });
    System.out.println(order);
  }

  static void pool() throws Exception {
    ExecutorService e = Executors.newFixedThreadPool(3);
    List<Future<Integer>> futures = new ArrayList<>();
    StringBuffer order = new StringBuffer();
    for (int i = 0; i < 10; i++) {
      int k = i;
      futures.add(
          e.submit(
              () -> {
                order.append(k);
                return k * k;
              }));
    }
    int sum = 0;
    for (Future<Integer> f : futures) sum += f.get();
    e.shutdown();
    System.out.println(e.awaitTermination(5, TimeUnit.SECONDS) + " " + sum + " " + order);
  }

  static void pipeline() throws Exception {
    ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>();
    LinkedBlockingQueue<String> q = new LinkedBlockingQueue<>(3);
    StringBuffer order = new StringBuffer();
    together(
        3,
        id -> {
          if (id == 0) {
            for (int i = 0; i < 15; i++) q.put("k" + i % 5);
            q.put("end");
            q.put("end");
            return;
          }
          for (String s = q.take(); !s.equals("end"); s = q.take()) {
            m.merge(s, 1, Integer::sum);
            order.append(s).append(id).append(' ');
          }
        });
    System.out.println(new TreeMap<>(m) + " " + order);
  }

  static void time() throws Exception {
    long start = System.nanoTime();
    Thread sleeper = new Thread(() -> sleep(3000));
    sleeper.start();
    Object o = new Object();
    synchronized (o) {
      o.wait(1000);
    }
    ScheduledExecutorService s = Executors.newScheduledThreadPool(1);
    ScheduledFuture<?> f =
        s.scheduleAtFixedRate(() -> System.out.println("tick"), 100, 500, TimeUnit.MILLISECONDS);
    Thread.sleep(1600);
    f.cancel(false);
    s.shutdown();
    Timer timer = new Timer(true);
    CountDownLatch l = new CountDownLatch(1);
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            l.countDown();
          }
        },
        2000);
    l.await();
    sleeper.join();
    System.out.println("tenths: " + (System.nanoTime() - start) / 100_000_000L);
  }

  static void sleep(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      System.out.println("interrupted");
    }
  }

  static void interrupts() throws Exception {
    Thread t =
        new Thread(
            () -> {
              Object o = new Object();
              try {
                synchronized (o) {
                  o.wait();
                }
              } catch (InterruptedException e) {
                System.out.println("wait");
              }
              sleep(100_000);
              LockSupport.park();
              System.out.println("parked " + Thread.interrupted());
              try {
                new LinkedBlockingQueue<String>().take();
              } catch (InterruptedException e) {
                System.out.println("take");
              }
            });
    t.start();
    for (int i = 0; i < 4; i++) {
      Thread.sleep(10);
      t.interrupt();
    }
    t.join();
  }

  static void spins() throws Exception {
    Thread t =
        new Thread(
            () -> {
              while (!flag) {}
              plain = true;
            });
    t.start();
    Thread u =
        new Thread(
            () -> {
              int n = 0;
              while (!plain) {
                n++;
              }
              System.out.println("counted " + (n >= 0));
            });
    u.start();
    Thread.sleep(5);
    flag = true;
    while (!plain) {
      Thread.onSpinWait();
    }
    t.join();
    u.join();
  }

  static void identities() {
    Map<Object, Integer> m = new HashMap<>();
    for (int i = 0; i < 20; i++) m.put(new Object(), i);
    System.out.println(
        m.values()
            + " "
            + ThreadLocalRandom.current().nextInt(1000)
            + " "
            + UUID.randomUUID()
            + " "
            + new Random().nextInt(1000)
            + " "
            + System.identityHashCode(m));
  }

  static void others() throws Exception {
    Semaphore s = new Semaphore(1);
    CyclicBarrier b = new CyclicBarrier(3);
    Phaser phaser = new Phaser(3);
    AtomicInteger n = new AtomicInteger();
    StampedLock stamped = new StampedLock();
    ReentrantReadWriteLock rw = new ReentrantReadWriteLock();
    Exchanger<String> exchanger = new Exchanger<>();
    SynchronousQueue<Integer> handOver = new SynchronousQueue<>();
    StringBuffer order = new StringBuffer();
    together(
        3,
        id -> {
          s.acquire();
          n.incrementAndGet();
          s.release();
          b.await();
          phaser.arriveAndAwaitAdvance();
          long stamp = stamped.writeLock();
          order.append(id);
          stamped.unlockWrite(stamp);
          rw.readLock().lock();
          rw.readLock().unlock();
          rw.writeLock().lock();
          order.append(id);
          rw.writeLock().unlock();
          if (id < 2) order.append(exchanger.exchange(id == 0 ? "a" : "b"));
          if (id == 1) handOver.put(7);
          if (id == 2) order.append(handOver.take());
        });
    System.out.println(n + " " + order);
  }
}
