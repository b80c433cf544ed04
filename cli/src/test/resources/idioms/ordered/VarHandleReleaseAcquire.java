import java.lang.invoke.*;

/** VarHandle setRelease/getAcquire on a plain field, and on array elements */
public class VarHandleReleaseAcquire {
    static boolean ready; static int payload;
    static final VarHandle READY, A = MethodHandles.arrayElementVarHandle(int[].class);
    static { try { READY = MethodHandles.lookup().findStaticVarHandle(VarHandleReleaseAcquire.class, "ready", boolean.class); } catch (ReflectiveOperationException e) { throw new ExceptionInInitializerError(e); } }
    static void par(Runnable... rs) throws InterruptedException {
        Thread[] t = new Thread[rs.length];
        for (int i = 0; i < rs.length; i++) { t[i] = new Thread(rs[i], "w" + i); t[i].setDaemon(true); t[i].start(); }
        for (Thread x : t) { x.join(5000); if (x.isAlive()) { System.out.println("RESULT HANG " + x.getName() + " at " + x.getStackTrace()[0]); System.out.flush(); System.exit(0); } }
    }
    static void check(boolean ok, String what) { if (!ok) { System.out.println("RESULT WRONG " + what); System.out.flush(); System.exit(1); } }
    public static void main(String[] a) throws Exception {
        int[] data = new int[1000]; int[] flags = new int[1000];
        par(() -> { for (int i = 0; i < 1000; i++) { data[i] = i + 1; A.setRelease(flags, i, 1); payload = i; } READY.setRelease(true); }, () -> { for (int i = 0; i < 1000; i++) { while ((int) A.getAcquire(flags, i) == 0) Thread.yield(); check(data[i] == i + 1, "elem"); } while (!(boolean) READY.getAcquire()) Thread.yield(); check(payload == 999, "payload"); });
        System.out.println("RESULT ok");
    }
}
