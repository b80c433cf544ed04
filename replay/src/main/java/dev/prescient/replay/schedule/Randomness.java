package dev.prescient.replay.schedule;

/** SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): the strategies' random numbers. */
public final class Randomness {
  private long state;

  /** A sequence that begins. */
  public Randomness(long seed) {
    state = seed * 0x5851F42D4C957F2DL + 1;
  }

  /** A number in 0..bound-1. */
  public int below(int bound) {
    state += 0x9E3779B97F4A7C15L;
    long z = state;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    z ^= z >>> 31;
    return (int) ((z >>> 1) % bound);
  }
}
