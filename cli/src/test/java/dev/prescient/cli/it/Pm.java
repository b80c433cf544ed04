package dev.prescient.cli.it;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The built pm.jar, run as a user runs it. */
public final class Pm {
  static final Path JAR = Path.of(System.getProperty("pm.jar")).toAbsolutePath();
  static final Path EXAMPLES = Path.of("../examples").toAbsolutePath().normalize();
  private static final int TIMEOUT_S = 280;

  private Pm() {}

  /**
   * What came of it.
   *
   * @param exit status
   * @param out standard output
   * @param err standard error
   */
  public record Result(int exit, String out, String err) {}

  public static Result run(Path folder, Object... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(java(), "-jar", JAR.toString()));
    for (Object a : arguments) {
      command.add(a.toString());
    }
    return execute(folder, command);
  }

  static Result execute(Path folder, List<String> command)
      throws IOException, InterruptedException {
    return execute(folder, command, TIMEOUT_S);
  }

  static Result execute(Path folder, List<String> command, int timeoutS)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile("pm", ".out");
    Path err = Files.createTempFile("pm", ".err");
    try {
      Process p =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectInput(new File("/dev/null"))
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      if (!p.waitFor(timeoutS, TimeUnit.SECONDS)) {
        p.destroyForcibly();
        throw new AssertionError(command + " did not end:\n" + Files.readString(err));
      }
      return new Result(p.exitValue(), read(out), read(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  private static String read(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** The JDKs to test on, by name: the one that runs the tests, and 25 where it is found. */
  public static Map<String, Path> jdks() throws IOException {
    Path home = Path.of(System.getProperty("java.home")).toRealPath();
    String named = System.getenv("PM_JDK25");
    if (named != null) {
      return Map.of("17", home, "25", Path.of(named));
    }
    Path beside = home.resolveSibling("none");
    try (var all = Files.newDirectoryStream(home.resolveSibling(""), "*25*")) {
      for (Path p : all) {
        beside = Files.isExecutable(p.resolve("bin/java")) ? p : beside;
      }
    }
    return Files.isExecutable(beside.resolve("bin/java"))
        ? Map.of("17", home, "25", beside)
        : Map.of("17", home);
  }
}
