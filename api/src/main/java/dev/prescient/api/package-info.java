/**
 * What a program may say to Prescient. Without the agent everything here has a plain meaning.
 *
 * <p>Process: the program under test. Loader: the program's. Begin with {@link
 * dev.prescient.api.Choose}.
 */
@NullMarked
package dev.prescient.api;

import org.jspecify.annotations.NullMarked;
