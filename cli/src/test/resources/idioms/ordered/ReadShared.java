import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** read-shared data after safe start (many readers, no writer), then ordered write after joins */
public class ReadShared {
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        int[] d = new int[500]; for (int i = 0; i < 500; i++) d[i] = i; int[] s = new int[3]; Runnable[] r = new Runnable[3]; for (int id = 0; id < 3; id++) { int me = id; r[id] = () -> { for (int k = 0; k < 20; k++) for (int v : d) s[me] += v; }; }
        for (int k = 0; k < 5; k++) { par(r); for (int i = 0; i < 500; i++) d[i]++; }
        System.out.println("RESULT ok");
    }
}
