/**
 * From a failing trace to the statements that matter (Error Invariants for Concurrent Traces, FM
 * 2016).
 *
 * <p>Process: the command line, never a program under test. Loader: system.
 */
@NullMarked
package dev.prescient.slicer;

import org.jspecify.annotations.NullMarked;
