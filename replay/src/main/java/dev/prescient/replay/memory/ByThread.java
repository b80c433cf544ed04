package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Occurrence;

/**
 * Where a run was not captured: all that a thread does may depend on its own guesses, and nothing
 * that others do.
 */
enum ByThread implements Dependences {
  ALONE;

  @Override
  public boolean leads(Occurrence guess, Occurrence access) {
    return guess.thread().equals(access.thread());
  }

  @Override
  public int visits(String thread, long site) {
    return Integer.MAX_VALUE;
  }

  @Override
  public String note() {
    return "the run was not captured";
  }
}
