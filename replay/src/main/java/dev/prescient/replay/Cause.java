package dev.prescient.replay;

/** What a failing run of an exploration needed, the weakest first. */
public enum Cause {
  /** The order of its threads only: every load returned the latest value. */
  ORDER,
  /** Loads that returned old values. */
  STALE,
  /** Guesses that are justified, as far as can be told without knowing what depends on them. */
  JUSTIFIED,
  /** The same, but only a compiler that knows the ranges of values may make them. */
  SPECULATIVE,
  /** Guesses that are not. */
  THIN_AIR
}
