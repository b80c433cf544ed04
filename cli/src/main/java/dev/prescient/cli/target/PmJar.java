package dev.prescient.cli.target;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;

/** The jar that this command line runs from: the agent is in it too. */
public final class PmJar {
  private PmJar() {}

  /**
   * Its place.
   *
   * @throws PmException if the command line does not run from pm.jar
   */
  public static Path path() {
    CodeSource source = PmJar.class.getProtectionDomain().getCodeSource();
    if (source != null) {
      try {
        Path jar = Path.of(source.getLocation().toURI());
        if (Files.isRegularFile(jar)) {
          return jar.toAbsolutePath();
        }
      } catch (URISyntaxException e) {
        // told below
      }
    }
    throw new PmException(ExitCode.INTERNAL, "the command line does not run from pm.jar.");
  }

  /** The version in the manifest, or {@code unknown}. */
  public static String version() {
    String version = PmJar.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }
}
