/**
 * Schedules: choices, strategies, divergence from a recording.
 *
 * <p>Process: the program under test. Loader: system.
 */
@NullMarked
package dev.prescient.replay.schedule;

import org.jspecify.annotations.NullMarked;
