package dev.prescient.cli.target;

/** The statuses of every verb. */
public final class ExitCode {
  /** Nothing found; explain: certified. */
  public static final int OK = 0;

  /** An expectation failed: not reproduced, diverged, uncertified. */
  public static final int EXPECTATION = 1;

  /** Bad usage or configuration. */
  public static final int USAGE = 2;

  /** An unreadable or foreign recording. */
  public static final int BAD_RECORDING = 65;

  /** Unsuppressed findings, unless {@code --exitcode} says otherwise. */
  public static final int FINDINGS = 66;

  /** The program did not start or did not end. */
  public static final int TARGET = 69;

  /** A fault of ours. */
  public static final int INTERNAL = 70;

  private ExitCode() {}
}
