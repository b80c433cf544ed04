/**
 * JMH benchmarks of the hooks; nothing depends on it.
 *
 * <p>Process: JMH's forks.
 */
@NullMarked
package dev.prescient.bench;

import org.jspecify.annotations.NullMarked;
