import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** What no table of ours may limit. Each part prints one line; none has a race. */
public class Limits {
  private int guarded;

  public static void main(String[] args) throws Exception {
    for (String part : args) {
      switch (part) {
        case "threads" -> threads(5_000);
        case "alive" -> alive(300);
        case "locks" -> locks(1_000);
        case "recursion" -> recursion();
        case "unloading" -> unloading();
        case "virtual" -> virtual(40_000);
        case "executor" -> executor(20_000);
        case "chain" -> chain(20_000);
        case "arrays" -> arrays(5_000);
        default -> throw new IllegalArgumentException(part);
      }
    }
  }

  /** Many threads, one after another, each joined by the next one's parent. */
  private static void threads(int n) throws InterruptedException {
    Limits shared = new Limits();
    for (int i = 0; i < n; i++) {
      Thread t = new Thread(() -> shared.guarded++);
      t.start();
      t.join();
    }
    System.out.println("threads " + shared.guarded);
  }

  /** Virtual threads that nobody joins; many are alive together. */
  private static void virtual(int n) throws Exception {
    Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    Limits shared = new Limits();
    CountDownLatch all = new CountDownLatch(n);
    Runnable task =
        () -> {
          synchronized (shared) {
            shared.guarded++;
          }
          all.countDown();
        };
    for (int i = 0; i < n; i++) {
      start.invoke(null, task);
    }
    all.await();
    System.out.println("virtual " + shared.guarded);
  }

  /** Virtual threads of an executor, a hundred at a time, whose results are waited for. */
  private static void executor(int n) throws Exception {
    Method make = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
    ExecutorService executor = (ExecutorService) make.invoke(null);
    Limits shared = new Limits();
    for (int i = 0; i < n; i += 100) {
      List<Future<?>> results = new ArrayList<>();
      for (int k = 0; k < 100; k++) {
        results.add(executor.submit(() -> shared.increment()));
      }
      for (Future<?> result : results) {
        result.get();
      }
    }
    System.out.println("executor " + shared.guarded);
  }

  private synchronized void increment() {
    guarded++;
  }

  /** Virtual threads that start each other. */
  private static void chain(int n) throws Exception {
    Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
    Limits shared = new Limits();
    CountDownLatch end = new CountDownLatch(1);
    Runnable link =
        new Runnable() {
          @Override
          public void run() {
            if (++shared.guarded < n) {
              try {
                start.invoke(null, this);
              } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
              }
            } else {
              end.countDown();
            }
          }
        };
    start.invoke(null, link);
    end.await();
    System.out.println("chain " + shared.guarded);
  }

  /** Large arrays that die at once, their elements accessed here and there by two threads. */
  private static void arrays(int n) throws InterruptedException {
    Object lock = new Object();
    long[][] current = {new long[50_000]};
    Runnable task =
        () -> {
          for (int i = 0; i < n; i++) {
            synchronized (lock) {
              if (i % 10 == 0) {
                current[0] = new long[50_000];
              }
              long[] a = current[0];
              for (int k = 0; k < 64; k++) {
                a[(k * 7919 + i) % a.length]++;
              }
            }
          }
        };
    Thread other = new Thread(task);
    other.start();
    task.run();
    other.join();
    System.out.println("arrays ok");
  }

  /** All alive together, all reading and, under the lock, writing. */
  private static void alive(int n) throws InterruptedException {
    Limits shared = new Limits();
    CountDownLatch all = new CountDownLatch(n);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      Thread t =
          new Thread(
              () -> {
                all.countDown();
                try {
                  all.await();
                } catch (InterruptedException e) {
                  return;
                }
                for (int k = 0; k < 100; k++) {
                  synchronized (shared) {
                    shared.guarded++;
                  }
                }
              });
      threads.add(t);
      t.start();
    }
    for (Thread t : threads) {
      t.join();
    }
    System.out.println("alive " + shared.guarded);
  }

  private static void locks(int depth) {
    Object[] locks = new Object[depth];
    for (int i = 0; i < depth; i++) {
      locks[i] = new Object();
    }
    System.out.println("locks " + nested(locks, 0));
  }

  private static int nested(Object[] locks, int i) {
    if (i == locks.length) {
      return 0;
    }
    synchronized (locks[i]) {
      return 1 + nested(locks, i + 1);
    }
  }

  private static int depth;

  private static void recursion() throws InterruptedException {
    for (boolean accesses : new boolean[] {false, true}) {
      int[] reached = new int[1];
      Thread t =
          new Thread(
              null,
              () -> {
                try {
                  if (accesses) {
                    new Limits().down(0);
                  } else {
                    plain(0);
                  }
                } catch (Deep d) {
                  reached[0] = d.depth;
                }
              },
              "deep",
              64 << 20);
      t.start();
      t.join();
      System.out.println((accesses ? "depth-accesses " : "depth-plain ") + reached[0]);
    }
  }

  private static final class Deep extends RuntimeException {
    private static final long serialVersionUID = 1;
    final int depth;

    Deep(int depth) {
      super(null, null, false, false);
      this.depth = depth;
    }
  }

  private static int plain(int d) {
    try {
      return plain(d + 1) + 1;
    } catch (StackOverflowError e) {
      throw new Deep(d);
    }
  }

  private int down(int d) {
    guarded = d;
    try {
      return down(d + 1) + guarded;
    } catch (StackOverflowError e) {
      throw new Deep(d);
    }
  }

  /** A class in a loader of its own, with static and instance accesses, then forgotten. */
  public static class Unloaded implements Runnable {
    private static int s;
    private static volatile int v;
    private int f;

    @Override
    public synchronized void run() {
      f++;
      s++;
      v++;
    }
  }

  private static final class Own extends ClassLoader {
    Own() {
      super(Limits.class.getClassLoader());
    }

    Class<?> define(String name) throws Exception {
      try (InputStream in = Limits.class.getResourceAsStream(name + ".class")) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        in.transferTo(bytes);
        return defineClass(name, bytes.toByteArray(), 0, bytes.size());
      }
    }
  }

  private static void unloading() throws Exception {
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      Own own = new Own();
      ((Runnable) own.define("Limits$Unloaded").getDeclaredConstructor().newInstance()).run();
      loaders.add(new WeakReference<>(own));
    }
    int alive = 20;
    for (int i = 0; i < 50 && alive > 1; i++) {
      System.gc();
      Thread.sleep(20);
      alive = 0;
      for (WeakReference<ClassLoader> l : loaders) {
        alive += l.get() == null ? 0 : 1;
      }
    }
    System.out.println("unloading " + (alive <= 1 ? "ok" : alive + " alive"));
  }
}
