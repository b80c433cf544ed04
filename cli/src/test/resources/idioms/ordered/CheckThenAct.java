import java.util.concurrent.*;

/** ConcurrentHashMap with get and put apart: updates are lost, but there is no data race. */
public class CheckThenAct {
  static final ConcurrentHashMap<String, Integer> hits = new ConcurrentHashMap<>();

  static void hit(String k) {
    Integer v = hits.get(k);
    if (v == null) hits.put(k, 1);
    else hits.put(k, v + 1);
  }

  public static void main(String[] a) throws Exception {
    Runnable r =
        () -> {
          for (int i = 0; i < 5000; i++) hit("page" + i % 4);
        };
    Idiom.par(r, r);
    int n = 0;
    for (int v : hits.values()) n += v;
    System.out.println("hits=" + n);
  }
}
