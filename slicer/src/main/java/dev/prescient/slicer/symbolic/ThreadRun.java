package dev.prescient.slicer.symbolic;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A thread being executed again.
 *
 * <p>State: changed by {@link TraceExecution} and its {@link Interpreter} only.
 */
final class ThreadRun {
  final String path;
  final int number;
  final List<Frame> frames = new ArrayList<>();

  /** The method entered whose arguments are not all here yet. */
  @Nullable MethodCode entering;

  final List<Value> arguments = new ArrayList<>();

  /** Set while an exception is on its way to a handler. */
  @Nullable ThrowPoint thrown;

  /** Where exceptions were thrown, in order. */
  final List<ThrowPoint> throwPoints = new ArrayList<>();

  /** Guesses that decided that it was started. */
  final long scope;

  /** Whether events of it could not be followed. */
  boolean isLost;

  ThreadRun(String path, int number, long scope) {
    this.path = path;
    this.number = number;
    this.scope = scope;
  }

  @Nullable Frame top() {
    return frames.isEmpty() ? null : frames.get(frames.size() - 1);
  }

  void pop() {
    frames.remove(frames.size() - 1);
  }
}
