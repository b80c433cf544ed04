import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** ReentrantLock with Conditions: bounded buffer of plain fields */
public class LockCondition {
    static class Buf { final ReentrantLock l = new ReentrantLock(); final Condition ne = l.newCondition(), nf = l.newCondition(); final int[] d = new int[4]; int n, p, g;
        void put(int v) { l.lock(); try { while (n == 4) nf.awaitUninterruptibly(); d[p++ & 3] = v; n++; ne.signal(); } finally { l.unlock(); } }
        int take() { l.lock(); try { while (n == 0) ne.awaitUninterruptibly(); int v = d[g++ & 3]; n--; nf.signal(); return v; } finally { l.unlock(); } } }
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        Buf b = new Buf(); long[] s = new long[1];
        par(() -> { for (int i = 0; i < 3000; i++) b.put(i); }, () -> { for (int i = 0; i < 3000; i++) s[0] += b.take(); }); check(s[0] == 4498500L, "sum");
        System.out.println("RESULT ok");
    }
}
