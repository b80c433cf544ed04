package dev.prescient.slicer.symbolic;

import dev.prescient.slicer.formula.TraceFormula;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A trace executed again.
 *
 * @param formula the trace formula; null if nothing decided the failure
 * @param objects names of the objects by canonical number
 * @param statements statements in all
 * @param events events read
 * @param lost calls given up because events did not fit the bytecode
 * @param wraps results of arithmetic that wrapped
 */
public record ExecutedTrace(
    @Nullable TraceFormula formula,
    Map<Long, String> objects,
    int statements,
    long events,
    int lost,
    int wraps) {}
