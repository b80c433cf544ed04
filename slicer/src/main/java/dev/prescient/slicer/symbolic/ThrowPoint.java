package dev.prescient.slicer.symbolic;

import dev.prescient.slicer.formula.Literal.Compare;
import java.util.List;

/**
 * Where an exception came from, and what would have had to hold for it not to.
 *
 * @param thread dense number
 * @param location {@code File.java:12}
 * @param goals a disjunction, false in the trace; empty if nothing decided it
 * @param text the same in source terms
 */
record ThrowPoint(int thread, String location, List<Compare> goals, String text) {}
