import java.util.concurrent.*;

/** Results published by CountDownLatch. */
public class Latches {
  static void await(CountDownLatch l) {
    try {
      l.await();
    } catch (InterruptedException e) {
      throw new RuntimeException(e);
    }
  }

  public static void main(String[] a) throws Exception {
    for (int k = 0; k < 40; k++) {
      int[] r = new int[3];
      CountDownLatch go = new CountDownLatch(1), done = new CountDownLatch(2);
      int[] seed = new int[1];
      Idiom.par(
          () -> {
            await(go);
            r[0] = seed[0] + 1;
            done.countDown();
          },
          () -> {
            await(go);
            r[1] = seed[0] + 2;
            done.countDown();
          },
          () -> {
            seed[0] = 7;
            go.countDown();
            await(done);
            Idiom.check(r[0] + r[1] == 17, "sum");
            seed[0] = 0;
          });
    }
  }
}
