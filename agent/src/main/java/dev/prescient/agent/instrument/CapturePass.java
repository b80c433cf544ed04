package dev.prescient.agent.instrument;

/** The events of a failing run that the slicer needs. */
final class CapturePass implements Pass {
  @Override
  public boolean weave(WovenClass c) {
    return false;
  }
}
