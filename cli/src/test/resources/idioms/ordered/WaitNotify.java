import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** guarded block with wait/notifyAll */
public class WaitNotify {
    static class Slot { int[] x; synchronized void put(int[] v) { try { while (x != null) wait(); } catch (InterruptedException e) { } x = v; notifyAll(); } synchronized int[] take() { try { while (x == null) wait(); } catch (InterruptedException e) { } int[] v = x; x = null; notifyAll(); return v; } }
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        Slot q = new Slot(); long[] s = new long[1];
        par(() -> { for (int i = 0; i < 3000; i++) q.put(new int[]{i}); }, () -> { for (int i = 0; i < 3000; i++) s[0] += q.take()[0]; }); check(s[0] == 4498500L, "sum");
        System.out.println("RESULT ok");
    }
}
