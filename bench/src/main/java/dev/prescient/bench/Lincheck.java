package dev.prescient.bench;

import java.io.File;
import java.io.IOException;
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
  private static final int LIMIT_S = 180;

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
   * @param iterations to the first failure; -1 if none was found in time
   * @param seconds from the start of the JVM until it ends or tells; -1 if not in time
   */
  record Found(int iterations, double seconds) {}

  /** Looks for a failure, then for the number of schedules that it takes. */
  Found find(ClassicCase c) throws IOException, InterruptedException {
    String out = run(List.of(), "find", body(c));
    return new Found((int) number(out, "iterations=(\\d+)"), number(out, "seconds=([\\d.]+)"));
  }

  /**
   * CPU milliseconds of a schedule of two threads, in a JVM that is warm.
   *
   * @param jvmOptions of the JVM
   */
  double cost(ClassicCase c, int schedules, List<String> jvmOptions)
      throws IOException, InterruptedException {
    String out = run(jvmOptions, "cost", body(c), String.valueOf(schedules));
    return number(out, "cpu=(\\d+)") / 1e6 / number(out, "schedules=(\\d+)");
  }

  /** A number that was printed; -1 if it was not. */
  private static double number(String out, String pattern) {
    Matcher m = Pattern.compile(pattern).matcher(out);
    return m.find() ? Double.parseDouble(m.group(1)) : -1;
  }

  /** What it prints, as far as it comes in time. */
  private String run(List<String> jvmOptions, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(java.toString()));
    command.addAll(jvmOptions);
    command.addAll(List.of("-ea", "-cp", classPath, PEER));
    command.addAll(List.of(arguments));
    Path out = folder.resolve("stdout.txt");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(folder.resolve("stderr.txt").toFile())
            .start();
    if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
    }
    return Files.readString(out);
  }
}
