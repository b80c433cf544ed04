package dev.prescient.agent;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * One-line messages on the process's standard error. They go to the file descriptor itself: the
 * program may have replaced or locked {@code System.err}, and the thread that has something to say
 * may hold any lock.
 */
public final class Log {
  private static final FileOutputStream ERR = new FileOutputStream(FileDescriptor.err);

  private Log() {}

  /** Prints {@code pm: message}. */
  public static void say(String message) {
    print("pm: " + message + "\n");
  }

  /** Prints text as it is. */
  public static void print(String text) {
    try {
      ERR.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // nobody listens: standard error is closed
    }
  }
}
