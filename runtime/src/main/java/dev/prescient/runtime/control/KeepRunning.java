package dev.prescient.runtime.control;

/** No preemption: a thread runs until it blocks or yields; then the next one by number. */
public class KeepRunning extends Strategy {
  @Override
  public ControlledThread choose(
      ControlledThread me,
      ControlledThread[] enabled,
      int count,
      boolean continues,
      boolean yields) {
    if (continues && !yields) {
      return me;
    }
    for (int i = 0; i < count; i++) {
      if (enabled[i].id > me.id) {
        return enabled[i];
      }
    }
    return enabled[0];
  }
}
