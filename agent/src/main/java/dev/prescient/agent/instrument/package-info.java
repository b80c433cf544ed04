/**
 * Weaving: the transformer and its passes, the only users of ASM beside the slicer's reader.
 *
 * <p>Owns: which class gets which hooks. Process: the program under test. Loader: system. Read
 * {@link dev.prescient.agent.instrument.PrescientTransformer} first.
 */
@NullMarked
package dev.prescient.agent.instrument;

import org.jspecify.annotations.NullMarked;
