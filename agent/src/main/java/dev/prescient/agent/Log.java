package dev.prescient.agent;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One-line messages on the process's standard error, or in the file that option {@code log} names.
 * They go to the file descriptor itself: the program may have replaced or locked {@code
 * System.err}, and the thread that has something to say may hold any lock. A copy goes into the run
 * folder's {@code pm.log} as soon as there is one.
 *
 * <p>State: all fields are guarded by the class's monitor.
 */
public final class Log {
  private static final int EARLY_CHARS = 1 << 16;

  /** How much is said, by option {@code log-level}; the run folder's copy has all of it. */
  private enum Level {
    ERROR,
    WARN,
    INFO,
    DEBUG
  }

  private static OutputStream out = new FileOutputStream(FileDescriptor.err);
  private static Level level = Level.WARN;
  private static boolean notesToo = true;
  private static @Nullable Path copy;
  private static StringBuilder early = new StringBuilder();

  private Log() {}

  /**
   * Takes the options on: where to, and whether notes are left to {@code pm.log}, because the
   * command line reports what matters.
   *
   * @throws AgentOptions.Invalid if the file cannot be written
   */
  static synchronized void configure(AgentOptions options) {
    level = Level.valueOf(options.text(AgentOption.LOG_LEVEL).toUpperCase(Locale.ROOT));
    notesToo = options.text(AgentOption.INTO).isEmpty() || level.compareTo(Level.INFO) >= 0;
    if (!options.text(AgentOption.LOG).equals("stderr")) {
      Path file = options.path(AgentOption.LOG);
      try {
        out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      } catch (IOException e) {
        throw new AgentOptions.Invalid("agent option log=" + file + ": cannot write it: " + e);
      }
    }
  }

  /** The run folder's copy begins. */
  public static synchronized void copyTo(Path file) {
    copy = file;
    append(early.toString());
    early = new StringBuilder();
  }

  /** Prints {@code pm: message}, what keeps the agent from its work. */
  public static void error(String message) {
    tell(message, Level.ERROR);
  }

  /** Prints {@code pm: message}, what the user should know. */
  public static void say(String message) {
    tell(message, Level.WARN);
  }

  private static synchronized void tell(String message, Level of) {
    String line = "pm: " + message + "\n";
    if (of.compareTo(level) <= 0) {
      write(line);
    }
    append(line);
  }

  /** As {@link #say} in a run of the agent alone, else for {@code pm.log} only. */
  public static synchronized void note(String message) {
    if (notesToo) {
      say(message);
    } else {
      append("pm: " + message + "\n");
    }
  }

  /** Prints a report as it is. */
  public static synchronized void print(String text) {
    if (level.compareTo(Level.WARN) >= 0) {
      write(text);
    }
  }

  private static void write(String text) {
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      // nobody listens: standard error is closed
    }
  }

  private static synchronized void append(String line) {
    if (copy == null) {
      early.append(line, 0, Math.min(line.length(), EARLY_CHARS - early.length()));
      return;
    }
    try {
      if (!line.isEmpty()) {
        Files.writeString(copy, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
    } catch (IOException e) {
      copy = null; // it was said, or it is counted
    }
  }
}
