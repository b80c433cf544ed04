/**
 * Hooks at accesses of racy variables; the memory model behind them is a sink of the tool world.
 *
 * <p>Owns: nothing but the way to the sink. Process: the program under test. Loader: boot.
 */
@NullMarked
package dev.prescient.runtime.memory;

import org.jspecify.annotations.NullMarked;
