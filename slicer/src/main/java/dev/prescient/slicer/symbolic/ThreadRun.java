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

  ThreadRun(String path, int number) {
    this.path = path;
    this.number = number;
  }

  @Nullable Frame top() {
    return frames.isEmpty() ? null : frames.get(frames.size() - 1);
  }

  void pop() {
    frames.remove(frames.size() - 1);
  }
}
