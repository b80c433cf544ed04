package dev.prescient.cli.report;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the user sees while a verb runs, on standard error: messages, and progress of anything over
 * a second. A terminal gets one line, rewritten once a second; a log one line per 15 seconds.
 *
 * <p>State: guarded by this object's monitor; any thread may report progress.
 */
public final class Console {
  private static final Duration TERMINAL_STEP = Duration.ofSeconds(1);
  private static final Duration LOG_STEP = Duration.ofSeconds(15);

  /** How progress is shown. */
  public enum Progress {
    AUTO,
    PLAIN,
    NONE
  }

  /** Whether text is coloured. */
  public enum Color {
    AUTO,
    ALWAYS,
    NEVER
  }

  private final PrintStream err;
  private final boolean color;
  private final boolean quiet;
  private final boolean verbose;
  private final boolean progress;
  private final boolean terminal;
  private Instant next;
  private int shown;
  private @Nullable Path log;

  public Console(PrintStream err, boolean quiet, boolean verbose, Progress progress, Color color) {
    this.err = err;
    this.quiet = quiet;
    this.verbose = verbose;
    this.progress = progress != Progress.NONE && !quiet;
    boolean screen =
        System.getenv("PM_TERMINAL") != null // set by the script pm: java cannot tell
            && !"dumb".equals(System.getenv("TERM"))
            && System.getenv("CI") == null;
    this.terminal = progress == Progress.AUTO && screen;
    this.color = color == Color.ALWAYS || (color == Color.AUTO && screen && noColor().isEmpty());
    this.next = Instant.now().plus(terminal ? TERMINAL_STEP : LOG_STEP);
  }

  /** A line that every user sees: errors, and what the report must not hide. */
  public synchronized void say(String line) {
    tell(line, true);
  }

  /** A line of chat, left out with {@code --quiet}. */
  public synchronized void note(String line) {
    tell(line, !quiet);
  }

  /** A line only with {@code -v}. */
  public synchronized void detail(String line) {
    tell(line, verbose);
  }

  private void tell(String line, boolean print) {
    if (print) {
      clear();
      err.println("pm: " + line);
    }
    try {
      if (log != null) {
        Files.writeString(
            log, "pm: " + line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
    } catch (IOException e) {
      log = null; // a copy only
    }
  }

  /** The run's {@code pm.log} begins: every line goes there, too. */
  public synchronized void copyTo(Path file) {
    log = file;
  }

  private static String noColor() {
    String set = System.getenv("NO_COLOR");
    return set == null ? "" : set;
  }

  /** The report. */
  public synchronized void text(String text) {
    clear();
    err.print(color ? colored(text) : text);
    err.flush();
  }

  /** The headings of a report in bold, findings in red, notes in yellow. */
  static String colored(String report) {
    return report
        .replaceAll("(?m)^WARNING: .*$", "\u001b[1;31m$0\u001b[0m")
        .replaceAll("(?m)^SUMMARY: .*$", "\u001b[1m$0\u001b[0m")
        .replaceAll("(?m)^Note: .*$", "\u001b[33m$0\u001b[0m");
  }

  /** Tells how far a stage is; shown now and then. */
  public synchronized void progress(String stage, String state) {
    if (!progress || Instant.now().isBefore(next)) {
      return;
    }
    next = Instant.now().plus(terminal ? TERMINAL_STEP : LOG_STEP);
    String line = "[" + stage + "] " + state;
    if (!terminal) {
      err.println(line);
      return;
    }
    clear();
    err.print(line);
    err.flush();
    shown = line.length();
  }

  private void clear() {
    if (shown > 0) {
      err.print("\r" + " ".repeat(shown) + "\r");
      shown = 0;
    }
  }
}
