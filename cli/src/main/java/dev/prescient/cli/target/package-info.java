/**
 * The program under test as child JVMs: how it is started, in which folder a run leaves its files,
 * with which options.
 *
 * <p>Process: the command line. Loader: system. Read {@link dev.prescient.cli.target.TargetProcess}
 * first.
 */
@NullMarked
package dev.prescient.cli.target;

import org.jspecify.annotations.NullMarked;
