public class HalfSynchronized {
    static class Gauge { private int value; synchronized void set(int v) { value = v; } int get() { return value; } }
    public static void main(String[] a) throws Exception {
        Gauge g = new Gauge(); int[] last = new int[1];
        Thread w = new Thread(() -> { for (int i = 1; i <= 1000; i++) g.set(i); }); w.start();
        Thread r = new Thread(() -> { for (int i = 0; i < 1000; i++) last[0] = g.get(); }); r.start();
        w.join(); r.join();
        System.out.println("RESULT last=" + last[0] + " ok");
    }
}
