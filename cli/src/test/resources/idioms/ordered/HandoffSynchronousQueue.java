import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** plain object handed over through SynchronousQueue */
public class HandoffSynchronousQueue {
    static class Msg { int v, copy; }
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        BlockingQueue<Msg> q = new SynchronousQueue<>();
        par(() -> { try { for (int i = 0; i < 3000; i++) { Msg m = new Msg(); m.v = i; m.copy = i; q.put(m); } } catch (InterruptedException e) { } },
            () -> { try { for (int i = 0; i < 3000; i++) { Msg m = q.take(); check(m.copy == m.v, "copy"); m.copy++; } } catch (InterruptedException e) { } });
        System.out.println("RESULT ok");
    }
}
