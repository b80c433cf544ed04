package dev.prescient.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The end of the target JVM, called from woven {@code java.lang.Shutdown}: after the last shutdown
 * hook and before the JVM halts, also for {@code Runtime.halt}. A shutdown hook of ours would be
 * one more thread of the program.
 *
 * <p>State: {@code action} is installed once before the program starts; {@code done} is set by the
 * first thread that ends the JVM, under this class's monitor-free flag.
 */
public final class Exit {
  /** What a mode does at the end: writes its files and answers the status to exit with. */
  public interface Action {
    /**
     * Called once.
     *
     * @param status what the program exits with; 0 when it simply ends
     * @return the status the JVM exits with
     */
    int atExit(int status);
  }

  private static volatile @Nullable Action action;
  private static volatile boolean done;

  private Exit() {}

  /** Installs the action; the last one installed counts. */
  public static void install(Action a) {
    action = a;
  }

  /**
   * Woven at the start of {@code Shutdown.halt(int)} and the end of {@code Shutdown.shutdown()}.
   */
  public static int atExit(int status) {
    Action a = action;
    if (a == null || done) {
      return status;
    }
    done = true;
    return a.atExit(status);
  }
}
