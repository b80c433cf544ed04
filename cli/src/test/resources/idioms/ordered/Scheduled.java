import java.util.*;
import java.util.concurrent.*;

/**
 * ScheduledExecutorService and Timer: consecutive runs of one periodic task, schedule() hand-over.
 */
public class Scheduled {
  public static void main(String[] a) throws Exception {
    ScheduledExecutorService s = Executors.newScheduledThreadPool(3);
    int[] n = {0};
    CountDownLatch l = new CountDownLatch(50);
    int[] init = {9};
    ScheduledFuture<?> f =
        s.scheduleAtFixedRate(
            () -> {
              n[0] += init[0];
              l.countDown();
            },
            0,
            1,
            TimeUnit.MILLISECONDS);
    l.await();
    f.cancel(false);
    s.shutdown();
    Idiom.check(s.awaitTermination(5, TimeUnit.SECONDS), "term");
    Idiom.check(n[0] >= 450 && n[0] % 9 == 0, "runs " + n[0]);
    Timer t = new Timer(true);
    int[] b = {1};
    CountDownLatch d = new CountDownLatch(2);
    t.schedule(
        new TimerTask() {
          public void run() {
            b[0]++;
            d.countDown();
          }
        },
        1,
        2);
    d.await();
    t.cancel();
  }
}
