/**
 * Flag written inside synchronized, read outside it while data keeps coming. After
 * https://github.com/apache/maven-shared-utils/issues/385.
 */
public class FlagOutsideLock {
  static final Object lock = new Object();
  static boolean done;

  static int available() {
    return 1;
  } // input always has data: the synchronized branch is never taken

  static long fed;

  static void run() throws InterruptedException {
    long n = 0;
    while (!done) { // race: FlagOutsideLock.done
      if (available() > 0) {
        n++;
      } else
        synchronized (lock) {
          if (!done) lock.wait(10);
        }
    }
    fed = n;
  }

  public static void main(String[] a) throws Exception {
    Thread t =
        new Thread(
            () -> {
              try {
                run();
              } catch (InterruptedException e) {
              }
            });
    t.start();
    Thread.sleep(50);
    synchronized (lock) {
      done = true; // race: FlagOutsideLock.done
      lock.notifyAll();
    }
    t.join();
  }
}
