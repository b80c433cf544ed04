package dev.prescient.cli.target;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** Which java runs the program, and what it is. */
public final class JavaHome {
  private JavaHome() {}

  /**
   * The java executable.
   *
   * @param given an executable or a JDK's folder; null for the java that runs this command line
   * @throws PmException if there is none
   */
  public static Path executable(@Nullable String given) {
    Path base = Path.of(given == null ? System.getProperty("java.home") : given);
    for (Path p : new Path[] {base.resolve("bin/java"), base.resolve("bin/java.exe"), base}) {
      if (Files.isRegularFile(p) && Files.isExecutable(p)) {
        return p.toAbsolutePath();
      }
    }
    throw new PmException(
        ExitCode.USAGE,
        "there is no java in " + base + ". --java takes a JDK's folder or its java.");
  }

  /** The version of a java executable's JDK, from its file {@code release}; or {@code unknown}. */
  public static String version(Path java) {
    try {
      Path bin = java.toRealPath().getParent();
      Path release = bin == null ? null : bin.resolveSibling("release");
      if (release == null || !Files.exists(release)) {
        return "unknown";
      }
      Properties p = new Properties();
      try (Reader in = Files.newBufferedReader(release, StandardCharsets.UTF_8)) {
        p.load(in);
      }
      String version = p.getProperty("JAVA_RUNTIME_VERSION", p.getProperty("JAVA_VERSION", ""));
      return version.isEmpty() ? "unknown" : version.replace("\"", "");
    } catch (IOException | IllegalArgumentException e) {
      return "unknown";
    }
  }
}
