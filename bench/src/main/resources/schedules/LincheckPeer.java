import java.lang.management.ManagementFactory;
import org.jetbrains.lincheck.Lincheck;

/**
 * Runs a body under Lincheck's general concurrent test. Prints {@code cpu=NS schedules=N}, of a
 * JVM that is warm, or {@code seconds=S} since the JVM began and then, if it failed, {@code
 * iterations=N}.
 */
public class LincheckPeer {
  private static final int MOST = 10_000;

  public static void main(String[] args) throws Exception {
    Runnable body = (Runnable) Class.forName(args[1]).getConstructor().newInstance();
    if (args[0].equals("cost")) {
      cost(body, Integer.parseInt(args[2]));
    } else {
      boolean failed = fails(body, MOST);
      long began = ManagementFactory.getRuntimeMXBean().getStartTime();
      System.out.println("seconds=" + (System.currentTimeMillis() - began) / 1e3);
      if (failed) {
        System.out.println("iterations=" + iterations(body));
      }
    }
    System.exit(0);
  }

  private static boolean fails(Runnable body, int schedules) {
    try {
      Lincheck.runConcurrentTest(schedules, body);
      return false;
    } catch (Throwable e) {
      return true;
    }
  }

  /** The schedules are the same each time: the least number of them that fails. */
  private static int iterations(Runnable body) {
    int fails = 1;
    while (!fails(body, fails)) {
      fails *= 2;
    }
    int passes = fails / 2;
    while (passes + 1 < fails) {
      int middle = (passes + fails) / 2;
      if (fails(body, middle)) {
        fails = middle;
      } else {
        passes = middle;
      }
    }
    return fails;
  }

  /** Each call weaves again: what one schedule takes is subtracted. */
  private static void cost(Runnable body, int schedules) {
    fails(body, schedules);
    long[] one = measured(body, 1);
    long[] many = measured(body, schedules);
    System.out.println("cpu=" + (many[0] - one[0]) + " schedules=" + (many[1] - one[1]) / 2);
  }

  /** CPU time of the process, and threads started: two for each schedule. */
  private static long[] measured(Runnable body, int schedules) {
    long cpu = cpu();
    long threads = ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
    fails(body, schedules);
    return new long[] {
      cpu() - cpu, ManagementFactory.getThreadMXBean().getTotalStartedThreadCount() - threads
    };
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean)
            ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
