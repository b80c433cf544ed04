import java.util.*;

/** Collections.synchronizedMap/List with client-side locking, Vector, Hashtable. */
public class SynchronizedCollections {
  public static void main(String[] a) throws Exception {
    Map<String, Integer> m = Collections.synchronizedMap(new HashMap<>());
    List<Integer> l = Collections.synchronizedList(new ArrayList<>());
    Vector<Integer> v = new Vector<>();
    Hashtable<Integer, int[]> h = new Hashtable<>();
    Runnable r =
        () -> {
          for (int i = 0; i < 2000; i++) {
            m.merge("k" + i % 10, 1, Integer::sum);
            l.add(i);
            v.add(i);
            if (i % 100 == 0) {
              synchronized (l) {
                int s = 0;
                for (int x : l) s += x;
              }
              synchronized (m) {
                for (String k : m.keySet()) k.length();
              }
            }
            h.computeIfAbsent(i % 7, k -> new int[1]);
          }
        };
    Idiom.par(r, r);
    int s = 0;
    for (int x : m.values()) s += x;
    Idiom.check(s == 4000 && l.size() == 4000 && v.size() == 4000, "sizes");
  }
}
