/**
 * Controlled runs: record, replay, explore, and what came of a run.
 *
 * <p>Process: the program under test, and the command line as a reader. Loader: system. Read {@link
 * dev.prescient.replay.Outcome} first.
 */
@NullMarked
package dev.prescient.replay;

import org.jspecify.annotations.NullMarked;
