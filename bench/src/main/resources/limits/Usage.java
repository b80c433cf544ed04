package limits;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** What the process uses, printed as one line. */
final class Usage {
  private final String name;
  private final long beginNs = System.nanoTime();

  Usage(String name) {
    this.name = name;
  }

  /** Prints it, with a number that says how far the program is. */
  void print(long done) {
    OperatingSystemMXBean os =
        (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    System.out.printf(
        "%s %d: heap %d MB, resident %d MB, wall %.1f s, CPU %.1f s%n",
        name,
        done,
        heapBytes() >> 20,
        residentKb() >> 10,
        (System.nanoTime() - beginNs) / 1e9,
        os.getProcessCpuTime() / 1e9);
  }

  static long heapBytes() {
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** The bytes that live, after a collection. */
  static long liveBytes() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 3; i++) {
      System.gc();
      least = Math.min(least, heapBytes());
    }
    return least;
  }

  /** 0 where the system does not tell. */
  static long residentKb() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith("VmRSS:")) {
          return Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
    } catch (IOException e) {
      return 0;
    }
    return 0;
  }
}
