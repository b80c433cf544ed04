package dev.prescient.cli.target;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keeps a JVM whose threads run one at a time on one processor: to wake a thread on another one
 * takes longer than what it then does. Needs Linux's {@code taskset}; where there is none, a JVM is
 * started as any other. The program sees as many processors as without it.
 */
final class OneProcessor {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ALLOWED = "Cpus_allowed_list:";

  private OneProcessor() {}

  /** What to write before the command of a JVM; empty if nothing. */
  static List<String> prefix() {
    Optional<Path> taskset = taskset();
    List<Integer> allowed = allowed();
    if (taskset.isEmpty() || allowed.size() < 2) {
      return List.of();
    }
    // pm's that run at once are likely to get different ones
    int mine = (int) (ProcessHandle.current().pid() % allowed.size());
    return List.of(taskset.get().toString(), "-c", String.valueOf(allowed.get(mine)));
  }

  /** What java is given with it; the program's own arguments come later and win. */
  static String processors() {
    return "-XX:ActiveProcessorCount=" + Runtime.getRuntime().availableProcessors();
  }

  private static Optional<Path> taskset() {
    String path = System.getenv("PATH");
    for (String folder : (path == null ? "" : path).split(File.pathSeparator, -1)) {
      Path file = Path.of(folder, "taskset");
      if (!folder.isEmpty() && Files.isExecutable(file)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  private static List<Integer> allowed() {
    try {
      for (String line : Files.readAllLines(STATUS)) {
        if (line.startsWith(ALLOWED)) {
          return numbers(line.substring(ALLOWED.length()).strip());
        }
      }
    } catch (IOException e) {
      // not Linux
    }
    return List.of();
  }

  /**
   * The numbers of a list.
   *
   * @param list as in {@code 0-3,8}
   */
  static List<Integer> numbers(String list) {
    List<Integer> all = new ArrayList<>();
    for (String part : list.split(",", -1)) {
      String[] ends = part.split("-", -1);
      int last = Integer.parseInt(ends[ends.length - 1]);
      for (int i = Integer.parseInt(ends[0]); i <= last; i++) {
        all.add(i);
      }
    }
    return all;
  }
}
