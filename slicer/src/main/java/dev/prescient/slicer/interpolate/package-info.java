/**
 * Error invariants, interpolants and certificates: the only user of SMTInterpol. Read {@link
 * dev.prescient.slicer.interpolate.Refutation} first.
 *
 * <p>Process: the command line. Loader: system.
 */
@NullMarked
package dev.prescient.slicer.interpolate;

import org.jspecify.annotations.NullMarked;
