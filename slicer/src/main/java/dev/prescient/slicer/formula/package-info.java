/**
 * The trace formula: SSA statements, hazards, encodings, and the slice reachable from the violated
 * assertion.
 *
 * <p>Process: the command line. Loader: system. Read {@link
 * dev.prescient.slicer.formula.TraceFormula} first.
 */
@NullMarked
package dev.prescient.slicer.formula;

import org.jspecify.annotations.NullMarked;
