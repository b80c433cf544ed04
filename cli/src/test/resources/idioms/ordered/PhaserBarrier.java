import java.util.concurrent.*;

/** Phaser and CyclicBarrier generations with neighbour exchange. */
public class PhaserBarrier {
  public static void main(String[] a) throws Exception {
    int[] v = new int[3];
    int[] copy = new int[3];
    Phaser ph = new Phaser(3);
    CyclicBarrier cb = new CyclicBarrier(3);
    Runnable[] r = new Runnable[3];
    for (int id = 0; id < 3; id++) {
      int me = id;
      r[id] =
          () -> {
            try {
              for (int i = 0; i < 300; i++) {
                v[me] = i;
                if ((i & 1) == 0) ph.arriveAndAwaitAdvance();
                else cb.await();
                copy[me] = v[(me + 1) % 3];
                Idiom.check(copy[me] == i, "phase");
                ph.arriveAndAwaitAdvance();
              }
            } catch (Exception e) {
              throw new RuntimeException(e);
            }
          };
    }
    Idiom.par(r);
  }
}
