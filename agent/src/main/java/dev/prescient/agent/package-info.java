/**
 * The agent: start, options, modes.
 *
 * <p>Owns: what happens before the program's main. Process: the program under test. Loader: system.
 * Read {@link dev.prescient.agent.PreMain} first, then {@link dev.prescient.agent.AgentMain}.
 */
@NullMarked
package dev.prescient.agent;

import org.jspecify.annotations.NullMarked;
