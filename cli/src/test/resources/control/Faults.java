import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.zip.Inflater;

/** Faults whose verdict does not depend on the schedule, but for the lost update. */
public class Faults {
  static volatile boolean flag;
  static volatile int balance;
  static int n;

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "monitors" -> monitors();
      case "locks" -> locks();
      case "notify" -> lostNotify();
      case "spin" -> spin();
      case "poll" -> poll();
      case "computation" -> computation();
      case "exceptions" -> exceptions();
      case "exit" -> exit();
      case "update" -> lostUpdate();
      case "virtual" -> virtual();
      case "cleaning" -> cleaning();
      case "initialisers" -> initialisers();
      case "random" -> random();
      case "randomLater" -> {
        ThreadLocalRandom unused = ThreadLocalRandom.current();
        random();
      }
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  static void random() {
    System.out.println(new Random().nextInt() + " " + new Random().nextInt());
  }

  static final class Left {
    static final int[] BOX = {1};

    static {
      Thread.yield();
      BOX[0] += Right.BOX.length;
    }
  }

  static final class Right {
    static final int[] BOX = {2};

    static {
      Thread.yield();
      BOX[0] += Left.BOX.length;
    }
  }

  /** Made where the verifier must know an object that is not yet constructed. */
  static final class Made {
    static final int[] BOX = {7};

    final int value;

    Made(int value) {
      this.value = value;
    }
  }

  /** Classes that need each other, first used by two threads. */
  static void initialisers() throws Exception {
    Thread t = start(() -> n += Left.BOX[0]);
    Thread u = start(() -> n += Right.BOX[0]);
    t.join();
    u.join();
    System.out.println("n " + n + " made " + new Made(n > 4 ? n : Made.BOX[0]).value);
  }

  static void monitors() throws Exception {
    Object a = new Object();
    Object b = new Object();
    CountDownLatch both = new CountDownLatch(2);
    start(() -> nested(a, b, both));
    start(() -> nested(b, a, both));
  }

  static void nested(Object first, Object second, CountDownLatch both) throws Exception {
    synchronized (first) {
      both.countDown();
      both.await();
      synchronized (second) {
        n++;
      }
    }
  }

  static void locks() throws Exception {
    ReentrantLock a = new ReentrantLock();
    ReentrantLock b = new ReentrantLock();
    CountDownLatch both = new CountDownLatch(2);
    start(() -> nested(a, b, both));
    start(() -> nested(b, a, both));
  }

  static void nested(ReentrantLock first, ReentrantLock second, CountDownLatch both)
      throws Exception {
    first.lock();
    both.countDown();
    both.await();
    second.lock();
    second.unlock();
    first.unlock();
  }

  static void lostNotify() throws Exception {
    Object o = new Object();
    synchronized (o) {
      o.notify();
    }
    start(
        () -> {
          synchronized (o) {
            o.wait();
          }
        });
  }

  static void spin() throws Exception {
    start(
        () -> {
          while (!flag) {}
        });
  }

  static void poll() throws Exception {
    start(
        () -> {
          while (!flag) {
            try {
              Thread.sleep(10);
            } catch (InterruptedException e) {
              return;
            }
          }
        });
    start(
        () -> {
          int i = 0;
          while (!flag) {
            i++;
            Thread.yield();
          }
          n = i;
        });
  }

  /** Long, without a store or a call, but it ends: no verdict. */
  static void computation() throws Exception {
    Thread t =
        start(
            () -> {
              int i = 0;
              long h = 1;
              while (h != 0x7fffffff && i < 3_000_000) {
                h = h * 31 + i;
                i++;
              }
              n = i;
            });
    while (n == 0) {
      Thread.onSpinWait();
    }
    t.join();
    System.out.println(n);
  }

  static void exceptions() throws Exception {
    Thread t =
        start(
            () -> {
              throw new IllegalStateException("boom");
            });
    t.join();
    System.out.println("goes on");
    assert n == 1 : "n is " + n;
  }

  static void exit() {
    try {
      Object o = null;
      o.hashCode();
    } catch (NullPointerException e) {
      System.exit(3);
    }
  }

  static void lostUpdate() throws Exception {
    Thread t = start(Faults::add);
    Thread u = start(Faults::add);
    t.join();
    u.join();
    assert balance == 2 : "balance " + balance;
  }

  static void add() {
    int b = balance;
    balance = b + 1;
  }

  /** A long time without a scheduling point, in which the JVM's threads often hold its locks. */
  static void cleaning() {
    for (int i = 0; i < 100; i++) {
      leave();
      if (i % 8 == 0) {
        System.gc();
      }
    }
  }

  /** Leaves objects to the JDK's cleaner, which takes the lock of their list for each. */
  static void leave() {
    for (int i = 0; i < 900; i++) {
      new Inflater();
    }
  }

  static void virtual() throws Exception {
    Thread t =
        (Thread)
            Thread.class
                .getMethod("startVirtualThread", Runnable.class)
                .invoke(null, (Runnable) () -> n = 5);
    t.join();
    System.out.println(n);
  }

  interface Body {
    void run() throws Exception;
  }

  static Thread start(Body body) {
    Thread t =
        new Thread(
            () -> {
              try {
                body.run();
              } catch (RuntimeException e) {
                throw e;
              } catch (Exception e) {
                throw new RuntimeException(e);
              }
            });
    t.start();
    return t;
  }
}
