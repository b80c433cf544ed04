package dev.prescient.bench;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lincheck's general concurrent test of the same methods, in JVMs of their own. Its jars are given
 * as a folder; what calls it is compiled against them, so that the build does not need it.
 */
final class Lincheck {
  private static final String PEER = "LincheckPeer";
  private static final int LIMIT_S = 300;

  private final Path java;
  private final Path folder;
  private final String classPath;

  /**
   * Compiles what is needed.
   *
   * @param jars folder of its jars
   * @param classes of the programs
   * @param folder made if needed; gets classes of our own
   */
  Lincheck(Path java, Path jars, Path classes, Path folder, List<ClassicCase> cases)
      throws IOException {
    this.java = java;
    this.folder = Files.createDirectories(folder);
    classPath = String.join(File.pathSeparator, folder.toString(), classes.toString(), jars + "/*");
    List<Path> sources = new ArrayList<>();
    sources.add(Subjects.resource(PEER, folder));
    for (ClassicCase c : cases) {
      Path source = folder.resolve(body(c) + ".java");
      Files.writeString(source, call(c));
      sources.add(source);
    }
    List<String> paths = new ArrayList<>(List.of(classes.toString()));
    ClassicCase.sources(jars, "*.jar").forEach(j -> paths.add(j.toString()));
    ClassicCase.compile(sources, String.join(File.pathSeparator, paths), folder);
  }

  private static String body(ClassicCase c) {
    return "Body" + c.name();
  }

  /** A class that calls the program: what is called by reflection is not woven. */
  private static String call(ClassicCase c) {
    return """
        public class %s implements Runnable {
          public void run() {
            try {
              %s.main(new String[0]);
            } catch (Exception e) {
              throw new RuntimeException(e);
            }
          }
        }
        """
        .formatted(body(c), c.className());
  }

  /**
   * What it found within 10,000 schedules, its default.
   *
   * @param iterations to the first failure; -1 if there was none
   * @param seconds from the start of the JVM until the failure is told
   */
  record Found(int iterations, double seconds) {}

  /** Looks for a failure, then for the number of schedules that it takes. */
  Found find(ClassicCase c) throws IOException, InterruptedException {
    long start = System.nanoTime();
    Process process = start(List.of(), "find", body(c));
    double seconds = Double.NaN;
    int iterations = -1;
    try (var out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith("failed=")) {
          seconds = (System.nanoTime() - start) / 1e9;
        } else if (line.startsWith("iterations=")) {
          iterations = Integer.parseInt(line.substring(line.indexOf('=') + 1));
        }
      }
    }
    process.waitFor(LIMIT_S, TimeUnit.SECONDS);
    return new Found(iterations, seconds);
  }

  /**
   * CPU milliseconds of a schedule of two threads, in a JVM that is warm.
   *
   * @param jvmOptions of the JVM
   */
  double cost(ClassicCase c, int schedules, List<String> jvmOptions)
      throws IOException, InterruptedException {
    Process process = start(jvmOptions, "cost", body(c), String.valueOf(schedules));
    Pattern line = Pattern.compile("cpu=(\\d+) schedules=(\\d+)");
    double ms = Double.NaN;
    try (var out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String s = out.readLine(); s != null; s = out.readLine()) {
        Matcher m = line.matcher(s);
        if (m.matches()) {
          ms = Long.parseLong(m.group(1)) / 1e6 / Math.max(1, Long.parseLong(m.group(2)));
        }
      }
    }
    process.waitFor(LIMIT_S, TimeUnit.SECONDS);
    return ms;
  }

  private Process start(List<String> jvmOptions, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(jvmOptions);
    command.addAll(List.of("-ea", "-cp", classPath, PEER));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(folder.resolve("stderr.txt").toFile()).start();
  }
}
