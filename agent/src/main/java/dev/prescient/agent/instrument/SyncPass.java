package dev.prescient.agent.instrument;

/** Happens-before hooks at synchronisation, in application and JDK classes (DETECTOR 2). */
final class SyncPass implements Pass {
  @Override
  public boolean weave(WovenClass c) {
    return false;
  }
}
