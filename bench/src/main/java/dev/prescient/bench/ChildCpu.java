package dev.prescient.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time of child processes that have ended; on Linux. */
final class ChildCpu {
  /** Ticks of {@code /proc} a second, as on every Linux. */
  private static final double HERTZ = 100;

  /** Of the words after the command's name: user and system time of the children waited for. */
  private static final int USER = 13;

  private ChildCpu() {}

  /** Milliseconds so far, in steps of ten. */
  static double ms() throws IOException {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String[] words = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(words[USER]) + Long.parseLong(words[USER + 1])) * 1000 / HERTZ;
  }
}
