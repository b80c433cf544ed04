import java.util.concurrent.CountDownLatch;

/** What the idioms share. Each runs its main in a JVM with the others. */
final class Idiom {
  private Idiom() {}

  /** Runs the bodies in threads of their own, which start together, and waits for them. */
  static void par(Runnable... bodies) throws InterruptedException {
    CountDownLatch start = new CountDownLatch(1);
    Thread[] threads = new Thread[bodies.length];
    for (int i = 0; i < bodies.length; i++) {
      Runnable body = bodies[i];
      threads[i] =
          new Thread(
              () -> {
                await(start);
                body.run();
              },
              "w" + i);
      threads[i].start();
    }
    start.countDown();
    for (Thread t : threads) {
      t.join();
    }
  }

  private static void await(CountDownLatch start) {
    try {
      start.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Says so if something is not as it must be. What a race may do is no such thing. */
  static void check(boolean ok, String what) {
    if (!ok) {
      System.out.println("WRONG " + what);
    }
  }

  static long mix(long hash, long value) {
    long h = (hash ^ value) * 0xff51afd7ed558ccdL;
    return h ^ h >>> 32;
  }

  /** A deterministic generator, one per thread. */
  static final class Rng {
    private long state;

    Rng(long seed) {
      state = seed * 0x9E3779B97F4A7C15L + 1;
    }

    int next(int bound) {
      state ^= state << 13;
      state ^= state >>> 7;
      state ^= state << 17;
      return (int) ((state >>> 1) % bound);
    }
  }
}
