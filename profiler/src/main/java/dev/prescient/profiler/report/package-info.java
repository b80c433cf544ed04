/**
 * What reports of any kind share: frames of stacks, text that is safe to print, and SARIF.
 *
 * <p>Process: the program under test, and the command line. Loader: system. Read {@link
 * dev.prescient.profiler.report.SarifFile} first.
 */
@NullMarked
package dev.prescient.profiler.report;

import org.jspecify.annotations.NullMarked;
