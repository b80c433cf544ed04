package dev.prescient.cli.report;

import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;

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

  private final PrintStream err;
  private final boolean quiet;
  private final boolean verbose;
  private final boolean progress;
  private final boolean terminal;
  private Instant next;
  private int shown;

  public Console(PrintStream err, boolean quiet, boolean verbose, Progress progress) {
    this.err = err;
    this.quiet = quiet;
    this.verbose = verbose;
    this.progress = progress != Progress.NONE && !quiet;
    this.terminal =
        progress == Progress.AUTO
            && System.getenv("PM_TERMINAL") != null // set by the script pm: java cannot tell
            && !"dumb".equals(System.getenv("TERM"))
            && System.getenv("CI") == null;
    this.next = Instant.now().plus(terminal ? TERMINAL_STEP : LOG_STEP);
  }

  /** A line that every user sees: errors, and what the report must not hide. */
  public synchronized void say(String line) {
    clear();
    err.println("pm: " + line);
  }

  /** A line of chat, left out with {@code --quiet}. */
  public synchronized void note(String line) {
    if (!quiet) {
      say(line);
    }
  }

  /** A line only with {@code -v}. */
  public synchronized void detail(String line) {
    if (verbose) {
      say(line);
    }
  }

  /** Text as it is: the report. */
  public synchronized void text(String text) {
    clear();
    err.print(text);
    err.flush();
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
