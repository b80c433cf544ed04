package dev.prescient.replay;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a run failed.
 *
 * @param kind by which oracle
 * @param reason one line for a person
 * @param exception class name of the exception, if that was it
 * @param thread creation path of the failing thread; empty where no one thread failed
 * @param threadName the program's name of it
 * @param site {@code File.java:12} of the innermost application frame, or empty
 * @param variable what a spinning loop waits on, if known
 * @param stack frames, innermost first
 */
public record Failure(
    Kind kind,
    String reason,
    @Nullable String exception,
    String thread,
    String threadName,
    String site,
    @Nullable String variable,
    List<String> stack) {

  /** The oracle that told. */
  public enum Kind {
    EXCEPTION("exception"),
    ASSERTION("assertion"),
    TASK_EXCEPTION("task-exception"),
    DEADLOCK("deadlock"),
    MISSED_WAKE_UP("missed-wake-up"),
    LIVELOCK("livelock"),
    NON_TERMINATION("non-termination"),
    OUTPUT("output"),
    EXIT_STATUS("exit-status"),
    ORACLE("oracle"),
    SLOWDOWN("slowdown");

    /** As in JSON and on the command line. */
    public final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  /** What makes two failures the same to a user: kind, exception, place. */
  public String signature() {
    return kind.text + "|" + exception + "|" + site;
  }
}
