import java.util.*;
import java.util.concurrent.*;

/**
 * Plain objects published through ConcurrentHashMap, CopyOnWriteArrayList, ConcurrentLinkedQueue,
 * ConcurrentSkipListMap.
 */
public class ConcurrentCollections {
  static class Box {
    int v, w;

    Box(int i) {
      v = i;
      w = i;
    }
  }

  public static void main(String[] a) throws Exception {
    ConcurrentHashMap<Integer, Box> m = new ConcurrentHashMap<>();
    CopyOnWriteArrayList<Box> c = new CopyOnWriteArrayList<>();
    ConcurrentLinkedQueue<Box> q = new ConcurrentLinkedQueue<>();
    ConcurrentSkipListMap<Integer, Box> s = new ConcurrentSkipListMap<>();
    Idiom.par(
        () -> {
          for (int i = 0; i < 500; i++) {
            m.put(i, new Box(i));
            c.add(new Box(i));
            q.add(new Box(i));
            s.put(i, new Box(i));
          }
        },
        () -> {
          int got = 0;
          while (got < 500) {
            Box b = q.poll();
            if (b != null) {
              Idiom.check(b.v == b.w, "clq");
              b.v = -1;
              got++;
            }
            Box x = m.get(got % 500);
            if (x != null) Idiom.check(x.v == x.w, "chm");
            Map.Entry<Integer, Box> e = s.lastEntry();
            if (e != null) Idiom.check(e.getValue().v == e.getValue().w, "skip");
          }
          for (Box b : c) Idiom.check(b.v == b.w, "cow");
        });
    int[] per = new int[8];
    Runnable k =
        () -> {
          for (int i = 0; i < 4000; i++)
            m.compute(
                i % 8,
                (z, b) -> {
                  per[z]++;
                  return b;
                });
        };
    Idiom.par(k, k);
    Idiom.check(per[3] == 1000, "compute is exclusive per key");
  }
}
