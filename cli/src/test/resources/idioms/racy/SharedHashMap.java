import java.util.*;

/** A session cache in a plain HashMap, filled by every worker. */
public class SharedHashMap {
  static final Map<String, Integer> cache = new HashMap<>();

  static int lookup(String k) {
    Integer v = cache.get(k); // race: java.util.HashMap
    if (v == null) {
      v = k.hashCode();
      cache.put(k, v); // race: java.util.HashMap
    }
    return v;
  }

  public static void main(String[] a) throws Exception {
    int[] wrong = new int[2];
    Runnable[] r = new Runnable[2];
    for (int id = 0; id < 2; id++) {
      int me = id;
      r[id] =
          () -> {
            for (int i = 0; i < 2000; i++) {
              String k = "user" + i % 1000;
              if (lookup(k) != k.hashCode()) wrong[me]++;
            }
          };
    }
    Idiom.par(r);
    int n = 0;
    for (Iterator<String> it = cache.keySet().iterator(); it.hasNext(); it.next()) n++;
    System.out.println(
        "entries=" + cache.size() + " iterated=" + n + " wrong=" + (wrong[0] + wrong[1]));
  }
}
