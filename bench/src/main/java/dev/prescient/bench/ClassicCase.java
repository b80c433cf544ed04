package dev.prescient.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/**
 * A row of {@code cases.csv}: a small program of package {@code cases}.
 *
 * @param fails whether some schedule fails
 * @param inOneJvm whether another schedule may follow in the same JVM; not so if the failure leaves
 *     classes half initialised
 */
record ClassicCase(String name, boolean fails, boolean inOneJvm) {
  private static final String FRESH = "fresh JVM";

  /** All rows of a folder's {@code cases.csv}. */
  static List<ClassicCase> all(Path folder) throws IOException {
    List<ClassicCase> all = new ArrayList<>();
    for (String line : Files.readAllLines(folder.resolve("cases.csv"))) {
      String[] fields = line.split(",", -1);
      if (!fields[0].equals("name")) {
        boolean fresh = fields[5].startsWith(FRESH);
        all.add(new ClassicCase(fields[0], !fields[2].equals("never"), !fresh));
      }
    }
    return all;
  }

  /** The program's class. */
  String className() {
    return "cases." + name;
  }

  /** The method that is run under many schedules. */
  String entry() {
    return className() + "#main";
  }

  /**
   * Compiles source files.
   *
   * @throws IOException if they do not compile
   */
  static void compile(List<Path> sources, String classPath, Path into) throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("-nowarn", "-g", "-cp", classPath, "-d", into.toString()));
    sources.forEach(s -> arguments.add(s.toString()));
    if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new))
        != 0) {
      throw new IOException("sources do not compile: " + sources);
    }
  }

  /** The files in a folder whose names match. */
  static List<Path> sources(Path folder, String glob) throws IOException {
    List<Path> all = new ArrayList<>();
    try (var files = Files.newDirectoryStream(folder, glob)) {
      files.forEach(all::add);
    }
    return all;
  }
}
