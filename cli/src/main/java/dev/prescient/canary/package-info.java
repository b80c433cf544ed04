/**
 * Two tiny programs that the tool tries itself on: one races, its twin does not.
 *
 * <p>Process: a JVM of their own, with the agent. Loader: system; woven like any application, which
 * is why they are no subpackage of the command line. Read {@link dev.prescient.canary.RacyCanary}
 * first.
 */
@NullMarked
package dev.prescient.canary;

import org.jspecify.annotations.NullMarked;
