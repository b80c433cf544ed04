package dev.prescient.agent;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * A second agent in the same JVM. While an agent's transformer runs, the JVM does not tell that
 * agent of the classes which are loaded on the same thread, but tells others: this one.
 *
 * <p>State: {@code instrumentation} is set once, before the program starts.
 */
public final class SecondAgent {
  private static volatile @Nullable Instrumentation instrumentation;

  private SecondAgent() {}

  /** Called by the JVM when {@link PreMain} starts this agent. */
  public static void agentmain(String options, Instrumentation inst) {
    instrumentation = inst;
  }

  /** What the JVM gave to this agent; null if it could not be started. */
  static @Nullable Instrumentation instrumentation() {
    return instrumentation;
  }
}
