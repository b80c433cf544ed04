/**
 * Speculative reads and their validating stores (Prescient Memory, ISMM 2016), visible stale values
 * (Adversarial Memory, PLDI 2010), and the classification of what was exposed.
 *
 * <p>Process: the program under test. Loader: system.
 */
@NullMarked
package dev.prescient.replay.memory;

import org.jspecify.annotations.NullMarked;
