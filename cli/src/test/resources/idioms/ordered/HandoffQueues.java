import java.util.concurrent.*;

/** Plain objects handed over through blocking queues. */
public class HandoffQueues {
  static class Msg {
    int v, copy;
  }

  public static void main(String[] a) throws Exception {
    handOver(new ArrayBlockingQueue<>(8));
    handOver(new LinkedBlockingQueue<>());
    handOver(new SynchronousQueue<>());
    handOver(new LinkedBlockingDeque<>(4));
  }

  static void handOver(BlockingQueue<Msg> q) throws InterruptedException {
    Idiom.par(
        () -> {
          try {
            for (int i = 0; i < 600; i++) {
              Msg m = new Msg();
              m.v = i;
              m.copy = i;
              q.put(m);
            }
          } catch (InterruptedException e) {
          }
        },
        () -> {
          try {
            for (int i = 0; i < 600; i++) {
              Msg m = q.take();
              Idiom.check(m.copy == m.v, "copy");
              m.copy++;
            }
          } catch (InterruptedException e) {
          }
        });
  }
}
