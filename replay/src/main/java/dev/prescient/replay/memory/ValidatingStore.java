package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Occurrence;

/**
 * The store that makes a guessed value legal.
 *
 * @param store which store
 * @param site {@code File.java:12}
 * @param chain hash of the store and of the reads-from chain that led its thread there, guessed
 *     loads left out: equal in two runs where the store came about in the same way
 */
record ValidatingStore(Occurrence store, String site, long chain) {}
