import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** ScheduledExecutorService and Timer: consecutive runs of one periodic task, schedule() hand-over */
public class Scheduled {
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        ScheduledExecutorService s = Executors.newScheduledThreadPool(3); int[] n = {0}; CountDownLatch l = new CountDownLatch(50); int[] init = {9};
        ScheduledFuture<?> f = s.scheduleAtFixedRate(() -> { n[0] += init[0]; l.countDown(); }, 0, 1, TimeUnit.MILLISECONDS); l.await(); f.cancel(false); s.shutdown(); check(s.awaitTermination(5, TimeUnit.SECONDS), "term"); check(n[0] >= 450 && n[0] % 9 == 0, "runs " + n[0]);
        Timer t = new Timer(true); int[] b = {1}; CountDownLatch d = new CountDownLatch(2); t.schedule(new TimerTask() { public void run() { b[0]++; d.countDown(); } }, 1, 2); d.await(); t.cancel();
        System.out.println("RESULT ok");
    }
}
