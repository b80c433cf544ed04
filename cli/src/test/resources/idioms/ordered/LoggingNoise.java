import java.util.*;
import java.util.concurrent.*;

/**
 * The logging of the JDK, System.out, String.format, locale data, UUID, Random from many threads
 * (JDK internals must not be reported).
 */
public class LoggingNoise {
  public static void main(String[] a) throws Exception {
    java.util.logging.Logger l = java.util.logging.Logger.getLogger("x");
    l.setUseParentHandlers(false);
    java.io.PrintStream out = new java.io.PrintStream(java.io.OutputStream.nullOutputStream());
    Random rnd = new Random(1);
    Runnable r =
        () -> {
          for (int i = 0; i < 300; i++) {
            l.info("m" + i);
            out.println(String.format("%d %s %.3f", i, UUID.randomUUID(), rnd.nextDouble()));
            Locale.getDefault();
            Thread.currentThread().getName();
            ThreadLocalRandom.current().nextInt();
            System.getProperty("user.dir");
            "abc".hashCode();
            Integer.valueOf(i).hashCode();
          }
        };
    Idiom.par(r, r, r);
  }
}
