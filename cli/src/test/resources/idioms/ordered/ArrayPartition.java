import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** threads write disjoint elements of one array (adjacent bytes, shorts, boxed) and disjoint fields of one object */
public class ArrayPartition {
    static class Two { byte a, b, c; }
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        byte[] by = new byte[4096]; short[] sh = new short[4096]; boolean[] bo = new boolean[4096]; long[] lo = new long[64]; Object[] ob = new Object[4096]; Two t = new Two(); Runnable[] r = new Runnable[3];
        for (int id = 0; id < 3; id++) { int me = id; r[id] = () -> { for (int k = 0; k < 5; k++) for (int i = me; i < 4096; i += 3) { by[i]++; sh[i]++; bo[i] = !bo[i]; lo[i % 64 / 3 * 3 + me < 64 ? i % 64 / 3 * 3 + me : me]++; ob[i] = i; if (me == 0) t.a++; else if (me == 1) t.b++; else t.c++; } }; }
        par(r); for (byte b : by) check(b == 5, "byte"); for (Object o : ob) check(o != null, "obj");
        System.out.println("RESULT ok");
    }
}
