public class VolatileArrayElements {
    static volatile int[] slots = new int[64];
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }

    public static void main(String[] a) throws Exception {
        int[] seen = new int[1];
        par(() -> { int[] s = slots; for (int i = 1; i <= 20000; i++) s[i & 63] = i; }, () -> { int[] s = slots; for (int i = 0; i < 20000; i++) seen[0] = Math.max(seen[0], s[i & 63]); });
        System.out.println("RESULT max seen=" + seen[0] + " ok");
    }
}
