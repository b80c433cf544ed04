import java.util.function.Supplier;

public class LazyPublication {
    static final class Lazy<T> { private volatile Supplier<T> supplier; private T value; Lazy(Supplier<T> s) { supplier = s; }
        T get() { T v = value; if (v != null) return v;                       // wrong shortcut: no happens-before on this path
            synchronized (this) { if (supplier != null) { value = supplier.get(); supplier = null; } return value; } } }
    static final class Point { int x; Point(int x) { this.x = x; } }
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }

    public static void main(String[] a) throws Exception {
        int bad = 0;
        for (int round = 0; round < 2000; round++) { Lazy<Point> l = new Lazy<>(() -> new Point(42)); int[] f = new int[2]; par(() -> { if (l.get().x != 42) f[0]++; }, () -> { if (l.get().x != 42) f[1]++; }); bad += f[0] + f[1]; }
        System.out.println("RESULT failures=" + bad + (bad == 0 ? " ok" : " WRONG"));
    }
}
