/**
 * A method of the program that is run again and again in one JVM: where it is, what runs next, and
 * what is put back in between.
 *
 * <p>Process: the program under test; {@code EntryMain} is its main class. Loader: boot; without
 * the agent, system. Read {@code EntryMain} first.
 */
@NullMarked
package dev.prescient.replay.inprocess;

import org.jspecify.annotations.NullMarked;
