/**
 * What every mode of the injected runtime shares: epochs, thread states, vector clocks and the
 * happens-before hooks.
 *
 * <p>What is rare on a hook's way is never inlined ({@code @DontInline}): in each place that calls
 * a hook it would be compiled anew, and short runs are mostly compilation (docs/performance.md).
 *
 * <p>Owns: the clocks. Process: the program under test. Loader: boot. Read {@link
 * dev.prescient.runtime.ThreadState} first.
 */
@NullMarked
package dev.prescient.runtime;

import org.jspecify.annotations.NullMarked;
