import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** Collections.synchronizedMap/List with client-side locking, Vector, Hashtable */
public class SynchronizedCollections {
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        Map<String, Integer> m = Collections.synchronizedMap(new HashMap<>()); List<Integer> l = Collections.synchronizedList(new ArrayList<>()); Vector<Integer> v = new Vector<>(); Hashtable<Integer, int[]> h = new Hashtable<>();
        Runnable r = () -> { for (int i = 0; i < 2000; i++) { m.merge("k" + i % 10, 1, Integer::sum); l.add(i); v.add(i); if (i % 100 == 0) { synchronized (l) { int s = 0; for (int x : l) s += x; } synchronized (m) { for (String k : m.keySet()) k.length(); } } h.computeIfAbsent(i % 7, k -> new int[1]); } };
        par(r, r); int s = 0; for (int x : m.values()) s += x; check(s == 4000 && l.size() == 4000 && v.size() == 4000, "sizes");
        System.out.println("RESULT ok");
    }
}
