import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** plain state piggy-backed on a volatile sequence number */
public class PiggybackVolatile {
    static volatile int seq; static int x, y;
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        par(() -> { for (int i = 1; i <= 500; i++) { while (seq % 2 != 0) Thread.yield(); x = i; y = -i; seq++; } }, () -> { for (int i = 1; i <= 500; i++) { while (seq % 2 == 0) Thread.yield(); check(x == i && y == -i, "xy"); seq++; } });
        System.out.println("RESULT ok");
    }
}
