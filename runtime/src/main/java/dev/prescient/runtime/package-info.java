/**
 * What every mode of the injected runtime shares: epochs, thread states, vector clocks and the
 * happens-before hooks.
 *
 * <p>Owns: the clocks. Process: the program under test. Loader: boot. Read {@link
 * dev.prescient.runtime.ThreadState} first.
 */
@NullMarked
package dev.prescient.runtime;

import org.jspecify.annotations.NullMarked;
