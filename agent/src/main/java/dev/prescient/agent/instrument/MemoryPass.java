package dev.prescient.agent.instrument;

/** Hooks at accesses of racy variables: values read and written go through the memory model. */
final class MemoryPass implements Pass {
  @Override
  public boolean weave(WovenClass c) {
    return false;
  }
}
