public class DclNoVolatile {
    static class Config { int timeout; String[] hosts; Config() { hosts = new String[]{"a", "b"}; timeout = 30; } }
    static Config instance;
    static Config get() { if (instance == null) synchronized (DclNoVolatile.class) { if (instance == null) instance = new Config(); } return instance; }
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }

    public static void main(String[] a) throws Exception {
        int bad = 0;
        for (int round = 0; round < 2000; round++) {
            synchronized (DclNoVolatile.class) { instance = null; }
            int[] f = new int[2];
            par(() -> { Config c = get(); if (c.timeout != 30 || c.hosts == null || c.hosts[1] == null) f[0]++; }, () -> { Config c = get(); if (c.timeout != 30 || c.hosts == null || c.hosts[1] == null) f[1]++; });
            bad += f[0] + f[1];
        }
        System.out.println("RESULT failures=" + bad + (bad == 0 ? " ok" : " WRONG"));
    }
}
