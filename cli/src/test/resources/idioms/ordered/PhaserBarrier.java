import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** Phaser and CyclicBarrier generations with neighbour exchange */
public class PhaserBarrier {
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        int[] v = new int[3]; int[] copy = new int[3]; Phaser ph = new Phaser(3); CyclicBarrier cb = new CyclicBarrier(3); Runnable[] r = new Runnable[3];
        for (int id = 0; id < 3; id++) { int me = id; r[id] = () -> { try { for (int i = 0; i < 300; i++) { v[me] = i; if ((i & 1) == 0) ph.arriveAndAwaitAdvance(); else cb.await(); copy[me] = v[(me + 1) % 3]; check(copy[me] == i, "phase"); ph.arriveAndAwaitAdvance(); } } catch (Exception e) { throw new RuntimeException(e); } }; }
        par(r);
        System.out.println("RESULT ok");
    }
}
