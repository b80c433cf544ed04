/**
 * Hooks of trace capture; the events go to a sink of the tool world.
 *
 * <p>Owns: nothing but the way to the sink. Process: the program under test. Loader: boot.
 */
@NullMarked
package dev.prescient.runtime.trace;

import org.jspecify.annotations.NullMarked;
