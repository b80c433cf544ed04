package dev.prescient.cli.command;

import dev.prescient.cli.target.PmJar;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {
      "prescient " + PmJar.version(),
      "JDK "
          + System.getProperty("java.runtime.version")
          + ", "
          + System.getProperty("os.name")
          + " "
          + System.getProperty("os.arch")
    };
  }
}
