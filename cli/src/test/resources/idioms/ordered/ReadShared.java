/** Read-shared data after safe start (many readers, no writer), then ordered write after joins. */
public class ReadShared {
  public static void main(String[] a) throws Exception {
    int[] d = new int[500];
    for (int i = 0; i < 500; i++) d[i] = i;
    int[] s = new int[3];
    Runnable[] r = new Runnable[3];
    for (int id = 0; id < 3; id++) {
      int me = id;
      r[id] =
          () -> {
            for (int k = 0; k < 20; k++) for (int v : d) s[me] += v;
          };
    }
    for (int k = 0; k < 5; k++) {
      Idiom.par(r);
      for (int i = 0; i < 500; i++) d[i]++;
    }
  }
}
