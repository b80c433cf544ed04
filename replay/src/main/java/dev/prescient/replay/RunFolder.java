package dev.prescient.replay;

import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a run's files go: the folder that pm gives, else the next {@code run-NNNN} of our own. */
final class RunFolder {
  private static final int MAX = 9_999;

  private RunFolder() {}

  /** The folder, made if need be. */
  static Path of(AgentOptions options) throws IOException {
    String into = options.text(AgentOption.INTO);
    if (!into.isEmpty()) {
      return Files.createDirectories(Path.of(into));
    }
    Path out = Files.createDirectories(Path.of(options.text(AgentOption.OUT)));
    for (int i = 1; i <= MAX; i++) {
      Path folder = out.resolve(String.format("run-%04d", i));
      try {
        return Files.createDirectory(folder);
      } catch (FileAlreadyExistsException e) {
        // taken: the next number
      }
    }
    throw new IOException(out + " has " + MAX + " runs: remove some, or give another folder");
  }
}
