/**
 * FastTrack's checks of fields and array elements.
 *
 * <p>Owns: shadow state. Process: the program under test. Loader: boot.
 */
@NullMarked
package dev.prescient.runtime.race;

import org.jspecify.annotations.NullMarked;
