package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Occurrence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What of an exposed run depends on which of its guesses: by data, by address, or by control, over
 * threads, calls and memory.
 */
public interface Dependences {
  /** Whether a guessed load decided that an access happened, where, or with what value. */
  boolean leads(Occurrence guess, Occurrence access);

  /** How often a thread came to the end of an access or a call. */
  int visits(String thread, long site);

  /** What is not exact about it, for people; empty if nothing is. */
  String note();

  /** Finds them in a run that was captured; implemented by the command line over the slicer. */
  interface Analysis {
    /**
     * Analyses a run in mode {@code trace}.
     *
     * @param guesses the guessed loads
     * @param sources by load, the stores that the other loads read from which got an old value
     * @throws IOException if the trace cannot be read
     */
    Dependences of(Path run, List<Occurrence> guesses, Map<Occurrence, Occurrence> sources)
        throws IOException;
  }

  /** Where nothing is known everything depends on every guess, and every action was performed. */
  static Dependences unknown(String why) {
    return new Dependences() {
      @Override
      public boolean leads(Occurrence guess, Occurrence access) {
        return true;
      }

      @Override
      public int visits(String thread, long site) {
        return Integer.MAX_VALUE;
      }

      @Override
      public String note() {
        return why;
      }
    };
  }
}
