package dev.prescient.agent.instrument;

/** FastTrack's checks at field and array accesses of the application, with their shadow state. */
final class FastTrackPass implements Pass {
  @Override
  public boolean weave(WovenClass c) {
    return false;
  }
}
