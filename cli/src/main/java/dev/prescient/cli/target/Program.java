package dev.prescient.cli.target;

import java.nio.file.Path;
import java.util.List;

/**
 * The program under test.
 *
 * @param java the java executable
 * @param arguments what one would give it, sources compiled
 * @param workingFolder absolute; where it runs
 */
public record Program(Path java, List<String> arguments, Path workingFolder) {
  public Program {
    arguments = List.copyOf(arguments);
  }
}
