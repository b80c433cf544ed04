import java.util.function.Supplier;

/** What the litmus programs share. Each runs its main in a JVM with the others of its folder. */
final class Litmus {
  private Litmus() {}

  /** Code that may throw. */
  interface Body {
    void run() throws Throwable;
  }

  /**
   * Runs the bodies in threads of their own, the second long after the first, with nothing between
   * them that orders them: what orders them all the same is an accident.
   */
  static void inTurn(Body first, Body second) throws InterruptedException {
    Thread a = new Thread(() -> run(first), "first");
    Thread b =
        new Thread(
            () -> {
              pause(40);
              run(second);
            },
            "second");
    a.start();
    b.start();
    a.join();
    b.join();
  }

  /** Runs the bodies in threads of their own at the same time. */
  static void together(Body... bodies) throws InterruptedException {
    Thread[] threads = new Thread[bodies.length];
    for (int i = 0; i < bodies.length; i++) {
      Body body = bodies[i];
      threads[i] = new Thread(() -> run(body), "body-" + i);
      threads[i].start();
    }
    for (Thread t : threads) {
      t.join();
    }
  }

  /** Waits without ordering anything. */
  static void pause(long ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Uses a value, so that what computes it is not removed. */
  static void use(Object o) {
    if (o == Litmus.class) {
      throw new IllegalStateException();
    }
  }

  static <T> T made(Supplier<T> supplier) {
    return supplier.get();
  }

  private static void run(Body body) {
    try {
      body.run();
    } catch (Throwable e) {
      System.out.println("WRONG " + e);
      e.printStackTrace(System.out);
      System.exit(1); // others may wait for this thread
    }
  }
}
