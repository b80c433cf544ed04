import java.util.concurrent.*;

/** RecursiveTask results, ForkJoinPool.invoke. */
public class ForkJoinTasks {
  static class Sum extends RecursiveTask<Long> {
    final int[] d;
    final int lo, hi;
    long check;

    Sum(int[] d, int lo, int hi) {
      this.d = d;
      this.lo = lo;
      this.hi = hi;
    }

    protected Long compute() {
      if (hi - lo < 500) {
        for (int i = lo; i < hi; i++) check += d[i];
        return check;
      }
      int m = (lo + hi) / 2;
      Sum l = new Sum(d, lo, m), r = new Sum(d, m, hi);
      l.fork();
      long x = r.compute() + l.join();
      check = l.check + r.check;
      return x;
    }
  }

  public static void main(String[] a) throws Exception {
    int[] data = new int[5000];
    for (int i = 0; i < data.length; i++) data[i] = i % 7;
    ForkJoinPool p = new ForkJoinPool(3);
    Sum s = new Sum(data, 0, data.length);
    Idiom.check(p.invoke(s) == s.check, "sum");
    for (int i = 0; i < data.length; i++) data[i] = 0;
    p.shutdown();
  }
}
