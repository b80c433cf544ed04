package dev.prescient.agent.instrument;

/** The controlled scheduler's hooks: scheduling points, monitors, waiting, threads, time. */
final class ControlPass implements Pass {
  @Override
  public boolean weave(WovenClass c) {
    return false;
  }
}
