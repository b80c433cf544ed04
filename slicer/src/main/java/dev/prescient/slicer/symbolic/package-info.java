/**
 * From recorded events to a trace formula: the bytecode of each thread is executed again over the
 * events, values concrete and symbolic side by side. The only user of ASM beside the agent.
 *
 * <p>Process: the command line. Loader: system. Read {@link
 * dev.prescient.slicer.symbolic.TraceExecution} first.
 */
@NullMarked
package dev.prescient.slicer.symbolic;

import org.jspecify.annotations.NullMarked;
