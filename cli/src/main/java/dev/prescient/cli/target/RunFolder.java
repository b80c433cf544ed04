package dev.prescient.cli.target;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Where a verb leaves its files: {@code pm-out/run-0007}, and {@code latest} leading to it. */
public final class RunFolder {
  private static final Pattern NAME = Pattern.compile("run-(\\d{4,9})");

  private RunFolder() {}

  /**
   * Makes the next run folder.
   *
   * @throws PmException if it cannot be made
   */
  public static Path create(Path out) {
    try {
      Files.createDirectories(out);
      for (int n = last(out) + 1; ; n++) {
        Path folder = out.resolve(String.format(Locale.ROOT, "run-%04d", n));
        try {
          Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
          continue; // another pm was faster
        }
        dev.prescient.profiler.RunFolder.linkLatest(folder);
        return folder;
      }
    } catch (IOException e) {
      throw new PmException(
          ExitCode.USAGE,
          "cannot write to the output folder " + out + " (" + e + "). Choose another with --out.");
    }
  }

  private static int last(Path out) throws IOException {
    try (Stream<Path> entries = Files.list(out)) {
      return entries
          .map(p -> NAME.matcher(p.getFileName().toString()))
          .filter(Matcher::matches)
          .mapToInt(m -> Integer.parseInt(m.group(1)))
          .max()
          .orElse(0);
    }
  }

  /**
   * Finds a run by what a user wrote: a folder, or a bare name under {@code out}; {@code RUN/F1}
   * leads to that failure's folder.
   *
   * @throws PmException if there is none
   */
  public static Path find(String text, Path out) {
    for (Path base : new Path[] {Path.of(text), out.resolve(text)}) {
      Path failure = base.resolveSibling("failures").resolve(base.getFileName());
      if (base.getFileName().toString().matches("F\\d+") && Files.isDirectory(failure)) {
        return real(failure); // latest will lead to another run soon
      }
      if (Files.isDirectory(base)) {
        return real(base);
      }
    }
    throw new PmException(
        ExitCode.USAGE,
        "there is no run " + text + ", neither here nor under " + out + ". Give its folder.");
  }

  /** The run that a failure's folder {@code RUN/failures/F1} belongs to. */
  public static Path runOf(Path failure) {
    return failure.resolve("..").resolve("..").normalize();
  }

  /** A folder's own name, links such as {@code latest} followed. */
  private static Path real(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException e) {
      return folder.toAbsolutePath().normalize();
    }
  }
}
