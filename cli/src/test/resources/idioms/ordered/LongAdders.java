import java.util.concurrent.atomic.*;

/** LongAdder, AtomicIntegerArray, AtomicStampedReference, ConcurrentHashMap.newKeySet. */
public class LongAdders {
  public static void main(String[] a) throws Exception {
    LongAdder s = new LongAdder();
    AtomicIntegerArray ar = new AtomicIntegerArray(4);
    AtomicStampedReference<int[]> st = new AtomicStampedReference<>(new int[] {0}, 0);
    Runnable r =
        () -> {
          for (int i = 0; i < 2000; i++) {
            s.increment();
            ar.incrementAndGet(i & 3);
            int[] h = new int[1];
            int[] o, n;
            do {
              o = st.get(h);
              n = new int[] {o[0] + 1};
            } while (!st.compareAndSet(o, n, h[0], h[0] + 1));
          }
        };
    Idiom.par(r, r);
    Idiom.check(s.sum() == 4000 && ar.get(0) == 1000 && st.getReference()[0] == 4000, "sums");
  }
}
