package dev.prescient.replay.trace;

import java.io.IOException;

/** A file that is not ours, or is damaged; the message names the file, the place and the cause. */
public final class TraceFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  public TraceFormatException(String message) {
    super(message);
  }
}
