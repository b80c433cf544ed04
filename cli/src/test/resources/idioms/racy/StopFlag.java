public class StopFlag {
    static boolean stopRequested;
    static long ticks;
    public static void main(String[] a) throws Exception {
        Thread t = new Thread(() -> { long n = 0; while (!stopRequested) n++; ticks = n; }, "worker");
        t.setDaemon(true); t.start();
        Thread.sleep(300);
        stopRequested = true;
        t.join(1500);
        System.out.println("RESULT " + (t.isAlive() ? "HANG worker never saw the flag" : "stopped ok"));
    }
}
