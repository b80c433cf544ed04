import java.util.concurrent.*;

/** Red-black relaxation with a CyclicBarrier between the phases. */
public class SorBarrier {
  static final int N = 60;

  public static void main(String[] a) throws Exception {
    double[][] g = new double[N][N];
    Idiom.Rng r = new Idiom.Rng(6);
    for (double[] row : g) for (int j = 0; j < N; j++) row[j] = r.next(1000) * 1e-6;
    CyclicBarrier barrier = new CyclicBarrier(3);
    Idiom.par(() -> relax(g, 0, barrier), () -> relax(g, 1, barrier), () -> relax(g, 2, barrier));
    g[0][0] = 0;
  }

  static void relax(double[][] g, int id, CyclicBarrier barrier) {
    int lo = 1 + (N - 2) * id / 3;
    int hi = 1 + (N - 2) * (id + 1) / 3;
    for (int p = 0; p < 20; p++) {
      for (int i = lo; i < hi; i++)
        for (int j = 1 + (i + p & 1); j < N - 1; j += 2)
          g[i][j] = .3125 * (g[i - 1][j] + g[i + 1][j] + g[i][j - 1] + g[i][j + 1]) - .25 * g[i][j];
      try {
        barrier.await();
      } catch (InterruptedException | BrokenBarrierException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
