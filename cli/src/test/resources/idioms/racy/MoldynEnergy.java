import java.util.*;
import java.util.concurrent.*;

/**
 * N bodies with forces of their own per thread and a barrier, but the energy added up without a
 * lock.
 */
public class MoldynEnergy {
  static double energy;
  static final int N = 32;

  public static void main(String[] a) throws Exception {
    double[][] p = new double[N][3];
    Idiom.Rng r = new Idiom.Rng(10);
    for (double[] q : p) for (int k = 0; k < 3; k++) q[k] = r.next(10000) / 100.0;
    double[][][] f = new double[2][N][3];
    CyclicBarrier barrier = new CyclicBarrier(2);
    Idiom.par(() -> move(p, f, 0, barrier), () -> move(p, f, 1, barrier));
    System.out.println(energy);
  }

  static void move(double[][] p, double[][][] f, int id, CyclicBarrier barrier) {
    try {
      for (int step = 0; step < 10; step++) {
        for (double[] q : f[id]) Arrays.fill(q, 0);
        double e = 0;
        for (int i = id; i < N; i += 2)
          for (int j = i + 1; j < N; j++) {
            double r2 = .5;
            for (int k = 0; k < 3; k++) r2 += (p[i][k] - p[j][k]) * (p[i][k] - p[j][k]);
            e += 1 / r2;
            for (int k = 0; k < 3; k++) {
              double x = (p[j][k] - p[i][k]) / r2;
              f[id][i][k] += x;
              f[id][j][k] -= x;
            }
          }
        energy += e; // race: MoldynEnergy.energy
        barrier.await();
        for (int i = N * id / 2; i < N * (id + 1) / 2; i++)
          for (int k = 0; k < 3; k++) p[i][k] += (f[0][i][k] + f[1][i][k]) * .01;
        barrier.await();
      }
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }
}
