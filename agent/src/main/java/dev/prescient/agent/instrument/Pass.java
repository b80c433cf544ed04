package dev.prescient.agent.instrument;

/**
 * One concern woven into a class. Passes run one after another over the same tree; each finds the
 * program's own instructions through {@link WovenClass} and leaves those that other passes inserted
 * alone. A pass inserts branch-free calls wherever it can, and else its own frames: frames are
 * never recomputed.
 */
interface Pass {
  /**
   * Adds this concern's hooks.
   *
   * @return whether anything changed
   */
  boolean weave(WovenClass c);

  /**
   * Whether this pass has to see a JDK class, beside those that synchronise.
   *
   * @param name internal name
   */
  default boolean concernsJdk(String name) {
    return false;
  }
}
