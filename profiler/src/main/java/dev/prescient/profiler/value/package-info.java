/**
 * The PM-profiler (Prescient Memory, ISMM 2016, section 3): read and write histories of racy
 * variables and the values a load could have returned.
 *
 * <p>Process: the program under test, and the command line as a reader. Loader: system. Read {@link
 * dev.prescient.profiler.value.Candidate} first.
 */
@NullMarked
package dev.prescient.profiler.value;

import org.jspecify.annotations.NullMarked;
