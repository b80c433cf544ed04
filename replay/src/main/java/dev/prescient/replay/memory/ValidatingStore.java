package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Occurrence;
import dev.prescient.profiler.value.Write;
import org.jspecify.annotations.Nullable;

/**
 * The store that makes a value legal.
 *
 * @param store which store
 * @param site {@code File.java:12}
 * @param write the same in the variable's history
 */
record ValidatingStore(Occurrence store, String site, Write write) {
  /** A store of a history; null for the initial value, which nobody stored. */
  static @Nullable ValidatingStore of(Write w) {
    return w.store() == null ? null : new ValidatingStore(w.store(), w.site(), w);
  }

  boolean by(@Nullable String thread) {
    return store.thread().equals(thread);
  }
}
