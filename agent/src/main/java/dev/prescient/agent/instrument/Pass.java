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
}
