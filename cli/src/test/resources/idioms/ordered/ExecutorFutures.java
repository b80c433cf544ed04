import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** ExecutorService.submit/invokeAll/invokeAny, Future.get, awaitTermination */
public class ExecutorFutures {
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        ExecutorService ex = Executors.newFixedThreadPool(3); int[] acc = new int[50];
        List<Callable<Integer>> cs = new ArrayList<>(); for (int i = 0; i < 50; i++) { int k = i; cs.add(() -> { acc[k] = k; return k; }); }
        for (Future<Integer> f : ex.invokeAll(cs)) f.get(); int s = 0; for (int v : acc) s += v; check(s == 1225, "invokeAll");
        int[] box = {5}; Future<?> f = ex.submit(() -> { box[0] *= 2; }); f.get(); box[0]++; check(box[0] == 11, "submit");
        int[] last = new int[1]; ex.execute(() -> last[0] = 3); ex.shutdown(); check(ex.awaitTermination(5, TimeUnit.SECONDS), "term"); check(last[0] == 3, "await"); last[0] = 1;
        System.out.println("RESULT ok");
    }
}
