/**
 * Threads write disjoint elements of one array (adjacent bytes, shorts, boxed) and disjoint fields
 * of one object.
 */
public class ArrayPartition {
  static class Two {
    byte a, b, c;
  }

  public static void main(String[] a) throws Exception {
    byte[] by = new byte[4096];
    short[] sh = new short[4096];
    boolean[] bo = new boolean[4096];
    long[] lo = new long[64];
    Object[] ob = new Object[4096];
    Two t = new Two();
    Runnable[] r = new Runnable[3];
    for (int id = 0; id < 3; id++) {
      int me = id;
      r[id] =
          () -> {
            for (int k = 0; k < 5; k++)
              for (int i = me; i < 4096; i += 3) {
                by[i]++;
                sh[i]++;
                bo[i] = !bo[i];
                lo[i % 64 / 3 * 3 + me < 64 ? i % 64 / 3 * 3 + me : me]++;
                ob[i] = i;
                if (me == 0) t.a++;
                else if (me == 1) t.b++;
                else t.c++;
              }
          };
    }
    Idiom.par(r);
    for (byte b : by) Idiom.check(b == 5, "byte");
    for (Object o : ob) Idiom.check(o != null, "obj");
  }
}
