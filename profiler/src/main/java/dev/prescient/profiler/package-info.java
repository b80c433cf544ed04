/**
 * What the detector and the PM-profiler tell: race reports and candidates, and their files.
 *
 * <p>Process: the program under test, and the command line as a reader. Loader: system.
 */
@NullMarked
package dev.prescient.profiler;

import org.jspecify.annotations.NullMarked;
