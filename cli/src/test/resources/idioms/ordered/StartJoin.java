import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** Thread.start / Thread.join / isAlive hand-over */
public class StartJoin {
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        for (int k = 0; k < 300; k++) { int[] b = {k}; Thread t = new Thread(() -> b[0]++); t.start(); t.join(); check(b[0] == k + 1, "join"); b[0] = 0; Thread u = new Thread(() -> b[0] = 9); u.start(); while (u.isAlive()) Thread.onSpinWait(); check(b[0] == 9, "isAlive"); }
        System.out.println("RESULT ok");
    }
}
