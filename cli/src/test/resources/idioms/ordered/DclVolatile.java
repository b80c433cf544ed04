import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** double-checked locking with a volatile field */
public class DclVolatile {
    static class Cfg { int t; Cfg() { t = 30; } }
    static volatile Cfg inst;
    static Cfg get() { Cfg c = inst; if (c == null) synchronized (DclVolatile.class) { c = inst; if (c == null) inst = c = new Cfg(); } return c; }
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        for (int k = 0; k < 300; k++) { synchronized (DclVolatile.class) { inst = null; } par(() -> check(get().t == 30, "t"), () -> check(get().t == 30, "t")); }
        System.out.println("RESULT ok");
    }
}
