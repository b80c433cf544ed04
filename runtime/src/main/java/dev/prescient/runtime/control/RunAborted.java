package dev.prescient.runtime.control;

/**
 * Ends the threads of a run that is over while the JVM goes on: thrown at every hook they stand at
 * or come to. There is one, without a stack: it says nothing but that.
 */
public final class RunAborted extends Error {
  @SuppressWarnings("StaticAssignmentOfThrowable") // it has no stack
  static final RunAborted NOW = new RunAborted();

  private static final long serialVersionUID = 1L;

  private RunAborted() {
    super("the run is over", null, false, false);
  }
}
