package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Candidate;
import dev.prescient.replay.Outcome.Injected;
import java.util.List;
import java.util.Map;

/** Why a failure is of its class, in words. */
final class Reasons {
  private final Map<String, Candidate> candidates;

  Reasons(Map<String, Candidate> candidates) {
    this.candidates = candidates;
  }

  String stale(List<Injected> stale) {
    Injected i = stale.get(0);
    Candidate c = candidates.get(i.candidate());
    return c == null
        ? "old values that no ordering hides from their loads"
        : "the load of "
            + c.variable()
            + " at "
            + c.loadSite()
            + " returned the old "
            + c.value().text()
            + (c.hold() ? " for ever" : "")
            + ": no synchronisation hides it ("
            + c.storeSite()
            + ")"
            + (stale.size() > 1 ? ", and " + (stale.size() - 1) + " more" : "");
  }

  String future(List<Injected> guesses) {
    Injected i = guesses.get(0);
    return guess(i)
        + " which "
        + i.validatedAt()
        + " stores later whatever the load returned: the load took effect after a later store"
        + (guesses.size() > 1 ? " (and " + (guesses.size() - 1) + " more)" : "");
  }

  /**
   * Only a compiler leads there.
   *
   * @param guess that leads to its own store
   * @param without what became of it when it was off
   * @param anyValue whether no range of values need be known
   * @param note why dependences are not known, or empty
   */
  String optimizer(Injected guess, Injected without, boolean anyValue, String note) {
    boolean there = guess.validatedAt().equals(without.validatedAt());
    return guess(guess)
        + " which "
        + guess.validatedAt()
        + (note.isEmpty()
            ? " stores depending on it; without it the same value is stored "
            : " stores later, perhaps because of it ("
                + note
                + "); without it the value is stored ")
        + (there ? "there, too" : "at " + without.validatedAt())
        + ", so only a compiler"
        + (anyValue ? "" : " that knows the range of the values")
        + " leads there";
  }

  /** A guess is not justified. */
  String thinAir(Injected guess) {
    return guess(guess) + " which is stored only because the load returned it";
  }

  private String guess(Injected i) {
    Candidate c = candidates.get(i.candidate());
    return c == null
        ? "a load returned a value"
        : "the load of "
            + c.variable()
            + " at "
            + c.loadSite()
            + " returned "
            + c.value().text()
            + ",";
  }
}
