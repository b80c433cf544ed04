/**
 * Traces in SSA form and their encodings.
 *
 * <p>Process: the command line. Loader: system.
 */
@NullMarked
package dev.prescient.slicer.formula;

import org.jspecify.annotations.NullMarked;
