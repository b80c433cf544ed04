/**
 * Litmus programs: their notation, an enumerator of what they may do, and the same programs in Java
 * under {@code pm explore --memory}. Start with {@link dev.prescient.cli.memory.Program}.
 */
@NullMarked
package dev.prescient.cli.memory;

import org.jspecify.annotations.NullMarked;
