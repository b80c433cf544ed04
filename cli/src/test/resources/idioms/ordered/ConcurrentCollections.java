import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** plain objects published through ConcurrentHashMap, CopyOnWriteArrayList, ConcurrentLinkedQueue, ConcurrentSkipListMap */
public class ConcurrentCollections {
    static class Box { int v, w; Box(int i) { v = i; w = i; } }
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        ConcurrentHashMap<Integer, Box> m = new ConcurrentHashMap<>(); CopyOnWriteArrayList<Box> c = new CopyOnWriteArrayList<>(); ConcurrentLinkedQueue<Box> q = new ConcurrentLinkedQueue<>(); ConcurrentSkipListMap<Integer, Box> s = new ConcurrentSkipListMap<>();
        par(() -> { for (int i = 0; i < 500; i++) { m.put(i, new Box(i)); c.add(new Box(i)); q.add(new Box(i)); s.put(i, new Box(i)); } },
            () -> { int got = 0; while (got < 500) { Box b = q.poll(); if (b != null) { check(b.v == b.w, "clq"); b.v = -1; got++; } Box x = m.get(got % 500); if (x != null) check(x.v == x.w, "chm"); Map.Entry<Integer, Box> e = s.lastEntry(); if (e != null) check(e.getValue().v == e.getValue().w, "skip"); } for (Box b : c) check(b.v == b.w, "cow"); });
        int[] per = new int[8]; Runnable k = () -> { for (int i = 0; i < 4000; i++) m.compute(i % 8, (z, b) -> { per[z]++; return b; }); }; par(k, k); check(per[3] == 1000, "compute is exclusive per key");
        System.out.println("RESULT ok");
    }
}
