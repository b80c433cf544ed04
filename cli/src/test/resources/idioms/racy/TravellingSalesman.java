import java.util.*;

/** Branch and bound: the bound is read outside its lock. */
public class TravellingSalesman {
  static final int CITIES = 9;
  static final Object lock = new Object();
  static final ArrayDeque<int[]> work = new ArrayDeque<>();
  static final int[][] d = new int[CITIES][CITIES];
  static int min = Integer.MAX_VALUE;
  static int[] best;

  public static void main(String[] a) throws Exception {
    Idiom.Rng r = new Idiom.Rng(5);
    for (int i = 0; i < CITIES; i++)
      for (int j = 0; j < i; j++) d[i][j] = d[j][i] = 10 + r.next(90);
    for (int i = 1; i < CITIES; i++)
      for (int j = 1; j < CITIES; j++) if (i != j) work.add(new int[] {0, i, j});
    Idiom.par(TravellingSalesman::search, TravellingSalesman::search);
  }

  static void search() {
    int[] w;
    while ((w = take()) != null) {
      int[] tour = Arrays.copyOf(w, CITIES);
      boolean[] used = new boolean[CITIES];
      for (int x : w) used[x] = true;
      go(tour, 3, d[w[0]][w[1]] + d[w[1]][w[2]], used);
    }
  }

  static int[] take() {
    synchronized (work) {
      return work.poll();
    }
  }

  static void go(int[] tour, int k, int len, boolean[] used) {
    if (len >= min) return; // race: TravellingSalesman.min
    if (k == CITIES) {
      end(tour, len + d[tour[CITIES - 1]][0]);
      return;
    }
    for (int i = 1; i < CITIES; i++)
      if (!used[i]) {
        used[i] = true;
        tour[k] = i;
        go(tour, k + 1, len + d[tour[k - 1]][i], used);
        used[i] = false;
      }
  }

  static void end(int[] tour, int len) {
    if (len < min) { // race: TravellingSalesman.min?
      synchronized (lock) {
        if (len < min) {
          min = len; // race: TravellingSalesman.min
          best = tour.clone();
        }
      }
    }
  }
}
