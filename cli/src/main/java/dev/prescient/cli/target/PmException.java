package dev.prescient.cli.target;

/** Ends a verb with one line for the user and an exit status; not a fault of ours. */
public final class PmException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  /**
   * A message without the leading {@code pm:}.
   *
   * @param exitCode one of {@link ExitCode}
   */
  public PmException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  /** One of {@link ExitCode}. */
  public int exitCode() {
    return exitCode;
  }
}
