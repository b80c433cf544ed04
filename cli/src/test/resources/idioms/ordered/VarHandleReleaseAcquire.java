import java.lang.invoke.*;

/** VarHandle setRelease/getAcquire on a plain field, and on array elements. */
public class VarHandleReleaseAcquire {
  static boolean ready;
  static int payload;
  static final VarHandle READY, A = MethodHandles.arrayElementVarHandle(int[].class);

  static {
    try {
      READY =
          MethodHandles.lookup()
              .findStaticVarHandle(VarHandleReleaseAcquire.class, "ready", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public static void main(String[] a) throws Exception {
    int[] data = new int[1000];
    int[] flags = new int[1000];
    Idiom.par(
        () -> {
          for (int i = 0; i < 1000; i++) {
            data[i] = i + 1;
            A.setRelease(flags, i, 1);
            payload = i;
          }
          READY.setRelease(true);
        },
        () -> {
          for (int i = 0; i < 1000; i++) {
            while ((int) A.getAcquire(flags, i) == 0) Thread.yield();
            Idiom.check(data[i] == i + 1, "elem");
          }
          while (!(boolean) READY.getAcquire()) Thread.yield();
          Idiom.check(payload == 999, "payload");
        });
  }
}
