package dev.prescient.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The happens-before hooks, called from woven application and JDK bytecode after an acquire and
 * before a release. A location is an object and an offset: {@link #MONITOR} for its monitor, else
 * the real field or element offset, so that field, VarHandle, Unsafe and FieldUpdater meet.
 */
public final class HappensBefore {
  /** Offset that stands for an object's monitor. */
  public static final long MONITOR = -1;

  private HappensBefore() {}

  /** Rule [FT ACQUIRE]: the current thread learns what was released at the location. */
  public static void acquire(@Nullable Object o, long offset) {}

  /** Rule [FT RELEASE]: the location remembers what the current thread knows. */
  public static void release(@Nullable Object o, long offset) {}
}
