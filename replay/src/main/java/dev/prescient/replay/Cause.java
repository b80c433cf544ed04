package dev.prescient.replay;

/** What a failing run of an exploration needed, the weakest first. */
public enum Cause {
  /** The order of its threads only: every load returned the latest value. */
  ORDER(0, 1),
  /** Loads that returned old values. */
  STALE(1, 1),
  /** Guesses that are justified, as far as can be told without knowing what depends on them. */
  JUSTIFIED(2, 4),
  /** The same, but only a compiler that knows the ranges of values may make them. */
  SPECULATIVE(3, 2),
  /** Guesses that are not. */
  THIN_AIR(4, 2);

  /** 0 for the weakest. */
  final int rank;

  /** Runs that are kept, of each kind of failure. */
  final int most;

  Cause(int rank, int most) {
    this.rank = rank;
    this.most = most;
  }
}
