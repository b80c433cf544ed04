package dev.prescient.profiler;

import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import dev.prescient.agent.Log;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Where a run writes its files. */
public final class RunFolder {
  private static final int MAX_RUNS = 100_000;

  private RunFolder() {}

  /**
   * The folder that the command line chose, or a new {@code run-NNNN} in the output folder.
   *
   * @throws IOException if it cannot be made
   */
  public static Path make(AgentOptions options) throws IOException {
    Path folder = folder(options);
    Log.copyTo(folder.resolve("pm.log"));
    return folder;
  }

  private static Path folder(AgentOptions options) throws IOException {
    String into = options.text(AgentOption.INTO);
    if (!into.isEmpty()) {
      return Files.createDirectories(Path.of(into));
    }
    Path out = Files.createDirectories(Path.of(expand(options.text(AgentOption.OUT))));
    for (int n = 1; n < MAX_RUNS; n++) {
      try {
        Path folder = Files.createDirectory(out.resolve("run-" + "0".repeat(zeros(n)) + n));
        linkLatest(folder);
        return folder;
      } catch (FileAlreadyExistsException e) {
        // an earlier run's, or one that starts beside us
      }
    }
    throw new IOException(out + " holds " + MAX_RUNS + " runs");
  }

  /** Deletes a folder and all that is in it. */
  public static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> entries = Files.walk(folder)) {
      all = entries.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path p : all) {
      Files.deleteIfExists(p);
    }
  }

  /** Lets {@code latest} beside a run folder lead to it. */
  public static void linkLatest(Path folder) {
    Path link = folder.resolveSibling("latest");
    Path part = folder.resolveSibling("latest.part");
    try {
      if (Files.exists(link) && !Files.isSymbolicLink(link)) {
        return;
      }
      Files.deleteIfExists(part);
      Files.createSymbolicLink(part, folder.getFileName());
      Files.move(part, link, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException | UnsupportedOperationException e) {
      // a convenience only; some file systems have no links
    }
  }

  private static int zeros(int n) {
    return Math.max(0, 4 - String.valueOf(n).length());
  }

  /** {@code %p} is the process id, {@code %t} the time, {@code %{ENV}} an environment variable. */
  static String expand(String text) {
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      char next = c == '%' && i + 1 < text.length() ? text.charAt(i + 1) : ' ';
      int close = next == '{' ? text.indexOf('}', i) : -1;
      if (next == 'p') {
        s.append(ProcessHandle.current().pid());
        i++;
      } else if (next == 't') {
        s.append(System.currentTimeMillis());
        i++;
      } else if (close > 0) {
        String value = System.getenv(text.substring(i + 2, close));
        s.append(value == null ? "" : value);
        i = close;
      } else {
        s.append(c);
      }
    }
    return s.toString();
  }
}
