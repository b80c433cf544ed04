/**
 * Text and JSON for people and scripts.
 *
 * <p>Process: the command line. Loader: system.
 */
@NullMarked
package dev.prescient.cli.report;

import org.jspecify.annotations.NullMarked;
