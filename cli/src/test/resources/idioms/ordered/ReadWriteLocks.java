import java.util.*;
import java.util.concurrent.locks.*;

/** ReentrantReadWriteLock with downgrade. */
public class ReadWriteLocks {
  public static void main(String[] a) throws Exception {
    ReentrantReadWriteLock l = new ReentrantReadWriteLock();
    Map<Integer, Integer> m = new HashMap<>();
    int[] sum = new int[2];
    Runnable w =
        () -> {
          for (int i = 0; i < 1500; i++) {
            l.writeLock().lock();
            try {
              m.merge(i % 20, 1, Integer::sum);
              l.readLock().lock();
            } finally {
              l.writeLock().unlock();
            }
            try {
              Idiom.check(m.get(i % 20) > 0, "downgrade");
            } finally {
              l.readLock().unlock();
            }
          }
        };
    Idiom.par(
        w,
        w,
        () -> {
          for (int i = 0; i < 1500; i++) {
            l.readLock().lock();
            try {
              for (int v : m.values()) sum[0] += v;
            } finally {
              l.readLock().unlock();
            }
          }
        });
  }
}
