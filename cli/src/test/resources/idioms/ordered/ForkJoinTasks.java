import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** RecursiveTask results, ForkJoinPool.invoke */
public class ForkJoinTasks {
    static class Sum extends RecursiveTask<Long> { final int[] d; final int lo, hi; long check; Sum(int[] d, int lo, int hi) { this.d = d; this.lo = lo; this.hi = hi; }
        protected Long compute() { if (hi - lo < 500) { for (int i = lo; i < hi; i++) check += d[i]; return check; } int m = (lo + hi) / 2; Sum l = new Sum(d, lo, m), r = new Sum(d, m, hi); l.fork(); long x = r.compute() + l.join(); check = l.check + r.check; return x; } }
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        int[] data = new int[100000]; for (int i = 0; i < data.length; i++) data[i] = i % 7;
        ForkJoinPool p = new ForkJoinPool(3); Sum s = new Sum(data, 0, data.length); check(p.invoke(s) == s.check, "sum"); for (int i = 0; i < data.length; i++) data[i] = 0; p.shutdown();
        System.out.println("RESULT ok");
    }
}
