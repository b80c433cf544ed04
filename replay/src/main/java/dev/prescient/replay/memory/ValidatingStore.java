package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Occurrence;
import dev.prescient.profiler.value.Write;
import org.jspecify.annotations.Nullable;

/**
 * The store that makes a value legal.
 *
 * @param store which store
 * @param site {@code File.java:12}
 * @param chain hash of the store and of the reads-from chain that led its thread there, guessed
 *     loads left out: equal in two runs where the store came about in the same way
 */
record ValidatingStore(Occurrence store, String site, long chain) {
  /** A store of a history; null for the initial value, which nobody stored. */
  static @Nullable ValidatingStore of(Write w) {
    return w.store() == null ? null : new ValidatingStore(w.store(), w.site(), w.chain());
  }

  boolean by(@Nullable String thread) {
    return store.thread().equals(thread);
  }
}
