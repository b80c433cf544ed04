import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** LongAdder, AtomicIntegerArray, AtomicStampedReference, ConcurrentHashMap.newKeySet */
public class LongAdders {
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        LongAdder s = new LongAdder(); AtomicIntegerArray ar = new AtomicIntegerArray(4); AtomicStampedReference<int[]> st = new AtomicStampedReference<>(new int[]{0}, 0);
        Runnable r = () -> { for (int i = 0; i < 2000; i++) { s.increment(); ar.incrementAndGet(i & 3); int[] h = new int[1]; int[] o, n; do { o = st.get(h); n = new int[]{o[0] + 1}; } while (!st.compareAndSet(o, n, h[0], h[0] + 1)); } }; par(r, r); check(s.sum() == 4000 && ar.get(0) == 1000 && st.getReference()[0] == 4000, "sums");
        System.out.println("RESULT ok");
    }
}
