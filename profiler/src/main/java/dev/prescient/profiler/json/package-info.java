/**
 * JSON files, written whole or not at all and read with bounds.
 *
 * <p>Owns: how a file is put in place, and the checks of untrusted input. Process: the program
 * under test and the command line. Loader: system. Read {@link
 * dev.prescient.profiler.json.JsonFiles} first.
 */
@NullMarked
package dev.prescient.profiler.json;

import org.jspecify.annotations.NullMarked;
