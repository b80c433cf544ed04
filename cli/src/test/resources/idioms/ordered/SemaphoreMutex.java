import java.util.concurrent.*;

/** Binary Semaphore used as a mutex; tryAcquire. */
public class SemaphoreMutex {
  public static void main(String[] a) throws Exception {
    Semaphore m = new Semaphore(1);
    int[] c = new int[1];
    Runnable r =
        () -> {
          for (int i = 0; i < 600; i++) {
            if (!m.tryAcquire()) m.acquireUninterruptibly();
            try {
              c[0]++;
            } finally {
              m.release();
            }
          }
        };
    Idiom.par(r, r, r);
    Idiom.check(c[0] == 1800, "count");
  }
}
