package dev.prescient.replay.memory;

/**
 * What an exposed failure is, for the person who has to fix it (docs/memory-semantics.md).
 *
 * @param kind the class
 * @param speculative whether only knowledge of the ranges of values could lead a compiler there;
 *     shown only on demand
 * @param reason one line in words
 * @param runs re-executions that it took
 */
public record Classification(Kind kind, boolean speculative, String reason, int runs) {
  /** The classes, weakest cause first. */
  public enum Kind {
    /** An ordering bug: every load returned the latest value. */
    INTERLEAVING("interleaving"),
    /** A visibility bug: loads returned old values that no ordering hides from them. */
    STALE("stale"),
    /** A load took effect after later stores of its thread. */
    FUTURE("future"),
    /** The same, but only where a compiler removes a dependency in the program's text. */
    FUTURE_OPTIMIZER("future-optimizer"),
    /** The guess is its own only reason. Never a finding. */
    THIN_AIR("thin-air");

    /** As in JSON. */
    public final String text;

    Kind(String text) {
      this.text = text;
    }
  }

  /** Whether it may be reported at all. */
  public boolean finding() {
    return kind != Kind.THIN_AIR;
  }
}
