package dev.prescient.replay.schedule;

import dev.prescient.runtime.control.ControlledThread;
import dev.prescient.runtime.control.SiteKeys;

/** What is known of the step that a thread takes when it is chosen. */
final class NextStep {
  private NextStep() {}

  /**
   * Whether the order of two threads' next steps may matter: steps on one monitor, or accesses to
   * one declared variable that do not both read, or calls of one class's methods. Two objects of a
   * class are not told apart.
   */
  static boolean dependent(ControlledThread a, ControlledThread b) {
    if (a.target != null || b.target != null) {
      return a.target == b.target;
    }
    int one = SiteKeys.variable(a.site);
    int other = SiteKeys.variable(b.site);
    return one != 0
        && SiteKeys.declared(one) == SiteKeys.declared(other)
        && !(SiteKeys.reads(one) && SiteKeys.reads(other));
  }
}
