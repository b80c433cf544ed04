import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** immutable object published through a plain reference */
public class FinalFields {
    static final class Imm { final int a; final int[] arr; final List<Integer> list; Imm(int v) { a = v; arr = new int[]{v}; list = new ArrayList<>(); list.add(v); } }
    static Imm box;
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        par(() -> { for (int i = 0; i < 50000; i++) box = new Imm(i); }, () -> { for (int i = 0; i < 50000; i++) { Imm m = box; if (m != null) check(m.a == m.arr[0] && m.list.get(0) == m.a, "imm"); } });
        System.out.println("RESULT ok");
    }
}
