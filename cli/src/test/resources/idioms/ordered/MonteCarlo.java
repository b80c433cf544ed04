import java.util.*;

/** Independent paths, their results gathered in a Vector. */
public class MonteCarlo {
  public static void main(String[] a) throws Exception {
    Vector<long[]> results = new Vector<>();
    Idiom.par(() -> walk(results, 0), () -> walk(results, 1));
    long s = 0;
    for (long[] v : results) s += Idiom.mix(v[0], v[1]);
    Idiom.check(results.size() == 400 && s != 0, "results");
  }

  static void walk(Vector<long[]> results, int id) {
    for (int k = id; k < 400; k += 2) {
      Idiom.Rng r = new Idiom.Rng(k + 1);
      double x = 100;
      for (int i = 0; i < 50; i++) x *= 1 + (r.next(2001) - 1000) / 50000.0;
      results.add(new long[] {k, Math.round(x * 1e4)});
    }
  }
}
