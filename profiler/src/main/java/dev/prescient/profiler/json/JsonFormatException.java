package dev.prescient.profiler.json;

import java.io.IOException;

/** A JSON file that is not what it should be; the message names file, field and expectation. */
public final class JsonFormatException extends IOException {
  private static final long serialVersionUID = 1L;

  public JsonFormatException(String message) {
    super(message);
  }
}
