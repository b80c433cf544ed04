/**
 * The pipeline of {@code pm hunt}: baseline, race, profile, inject, explore, classify, explain.
 *
 * <p>Owns: what is run next, what counts as a finding. Process: the command line. Loader: system.
 * Read {@link dev.prescient.cli.hunt.Hunt} first.
 */
@NullMarked
package dev.prescient.cli.hunt;

import org.jspecify.annotations.NullMarked;
