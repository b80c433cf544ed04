/**
 * The command line.
 *
 * <p>Process: the command line. Loader: system. Read {@link dev.prescient.cli.Main} first.
 */
@NullMarked
package dev.prescient.cli;

import org.jspecify.annotations.NullMarked;
