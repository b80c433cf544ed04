import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** buffers swapped through an Exchanger */
public class HandoffExchanger {
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        Exchanger<int[]> x = new Exchanger<>();
        par(() -> { try { int[] b = new int[16]; for (int i = 0; i < 300; i++) { Arrays.fill(b, i); b = x.exchange(b); } } catch (InterruptedException e) { } },
            () -> { try { int[] b = new int[16]; for (int i = 0; i < 300; i++) { b = x.exchange(b); for (int v : b) check(v == i, "buf"); } } catch (InterruptedException e) { } });
        System.out.println("RESULT ok");
    }
}
