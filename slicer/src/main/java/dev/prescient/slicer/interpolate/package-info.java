/**
 * Error invariants, interpolants and certificates: the only user of SMTInterpol.
 *
 * <p>Process: the command line. Loader: system.
 */
@NullMarked
package dev.prescient.slicer.interpolate;

import org.jspecify.annotations.NullMarked;
