/**
 * The file format of recordings and traces, owned here only; described in docs/trace-format.md.
 *
 * <p>Process: both. Loader: system. Read {@link dev.prescient.replay.trace.BlockReader} first.
 */
@NullMarked
package dev.prescient.replay.trace;

import org.jspecify.annotations.NullMarked;
