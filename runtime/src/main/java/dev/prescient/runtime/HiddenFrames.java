package dev.prescient.runtime;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keeps frames of ours out of the stack traces that the program sees: hooks, and the methods that
 * stand in for method references. Woven into the JDK where it makes traces.
 */
public final class HiddenFrames {
  private static final String OURS = "dev.prescient.runtime.";

  private HiddenFrames() {}

  /** The frames that are the program's own; the same array if all are, or if we ask ourselves. */
  public static StackTraceElement @Nullable [] filter(StackTraceElement @Nullable [] trace) {
    if (trace == null || ThreadState.current().busy != 0) {
      return trace;
    }
    int own = 0;
    for (StackTraceElement e : trace) {
      own += isOurs(e) ? 0 : 1;
    }
    if (own == trace.length) {
      return trace;
    }
    StackTraceElement[] seen = Arrays.copyOf(trace, own);
    int i = 0;
    for (StackTraceElement e : trace) {
      if (!isOurs(e)) {
        seen[i++] = e;
      }
    }
    return seen;
  }

  /** As {@link #filter(StackTraceElement[])}, for the traces of several threads. */
  public static StackTraceElement[] @Nullable [] filter(StackTraceElement[] @Nullable [] traces) {
    for (int i = 0; i < traces.length; i++) {
      traces[i] = filter(traces[i]);
    }
    return traces;
  }

  private static boolean isOurs(StackTraceElement e) {
    return e.getMethodName().startsWith(HiddenFields.PREFIX) || e.getClassName().startsWith(OURS);
  }
}
