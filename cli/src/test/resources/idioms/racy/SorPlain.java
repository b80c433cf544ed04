/**
 * Red-black relaxation with a barrier of plain cells: the cells race, and then the rows at the
 * bounds.
 */
public class SorPlain {
  static final int N = 60;

  public static void main(String[] a) throws Exception {
    double[][] g = new double[N][N];
    Idiom.Rng r = new Idiom.Rng(6);
    for (double[] row : g) for (int j = 0; j < N; j++) row[j] = r.next(1000) * 1e-6;
    long[][] sync = new long[2][16];
    Idiom.par(() -> relax(g, 0, sync), () -> relax(g, 1, sync));
  }

  static void relax(double[][] g, int id, long[][] sync) {
    int lo = 1 + (N - 2) * id / 2;
    int hi = 1 + (N - 2) * (id + 1) / 2;
    for (int p = 0; p < 20; p++) {
      for (int i = lo; i < hi; i++)
        for (int j = 1 + (i + p & 1); j < N - 1; j += 2)
          g[i][j] = .3125 * (g[i - 1][j] + g[i + 1][j] + g[i][j - 1] + g[i][j + 1]) - .25 * g[i][j]; // race: double[]
      sync[id][0]++; // race: long[]
      while (sync[1 - id][0] < p + 1) Thread.yield(); // race: long[]
    }
  }
}
