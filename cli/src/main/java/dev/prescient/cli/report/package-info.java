/**
 * What a run found, as records, and how it is shown: text and JSON.
 *
 * <p>Process: the command line. Loader: system. Read {@link dev.prescient.cli.report.RunReport}
 * first.
 */
@NullMarked
package dev.prescient.cli.report;

import org.jspecify.annotations.NullMarked;
