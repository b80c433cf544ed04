/**
 * Race reports and the mode that makes them.
 *
 * <p>Process: the program under test, and the command line as a reader. Loader: system. Read {@link
 * dev.prescient.profiler.race.RaceReport} first.
 */
@NullMarked
package dev.prescient.profiler.race;

import org.jspecify.annotations.NullMarked;
