/**
 * The verbs.
 *
 * <p>Process: the command line. Loader: system.
 */
@NullMarked
package dev.prescient.cli.command;

import org.jspecify.annotations.NullMarked;
