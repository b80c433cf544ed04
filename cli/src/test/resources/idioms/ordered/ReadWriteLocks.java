import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** ReentrantReadWriteLock with downgrade */
public class ReadWriteLocks {
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        ReentrantReadWriteLock l = new ReentrantReadWriteLock(); Map<Integer, Integer> m = new HashMap<>(); int[] sum = new int[2];
        Runnable w = () -> { for (int i = 0; i < 1500; i++) { l.writeLock().lock(); try { m.merge(i % 20, 1, Integer::sum); l.readLock().lock(); } finally { l.writeLock().unlock(); } try { check(m.get(i % 20) > 0, "downgrade"); } finally { l.readLock().unlock(); } } };
        par(w, w, () -> { for (int i = 0; i < 1500; i++) { l.readLock().lock(); try { for (int v : m.values()) sum[0] += v; } finally { l.readLock().unlock(); } } });
        System.out.println("RESULT ok");
    }
}
