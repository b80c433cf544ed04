// needs JDK 21
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/** Virtual threads: start/join, executor close, ReentrantLock. */
public class VirtualThreadsJoin {
  public static void main(String[] a) throws Exception {
    ReentrantLock l = new ReentrantLock();
    int[] c = new int[1];
    int[] slot = new int[500];
    try (ExecutorService ex = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 500; i++) {
        int k = i;
        ex.submit(
            () -> {
              slot[k] = k;
              l.lock();
              try {
                c[0]++;
              } finally {
                l.unlock();
              }
            });
      }
    }
    int s = 0;
    for (int v : slot) s += v;
    Idiom.check(c[0] == 500 && s == 124750, "sum");
    int[] b = {1};
    Thread t =
        Thread.ofVirtual()
            .start(
                () -> {
                  b[0]++;
                  Thread.yield();
                  synchronized (b) {
                    b[0]++;
                  }
                });
    t.join();
    Idiom.check(b[0] == 3, "join");
  }
}
