/**
 * The controlled scheduler's core: one token, scheduling points, virtual time.
 *
 * <p>Owns: who runs next. Process: the program under test. Loader: boot.
 */
@NullMarked
package dev.prescient.runtime.control;

import org.jspecify.annotations.NullMarked;
