package dev.prescient.slicer.formula;

import java.util.List;

/**
 * {@code guard ⇒ facts}, both conjunctions: what a statement says in an encoding.
 *
 * @param guard what must be known for the statement to say anything
 * @param facts what it says
 */
public record Implication(List<Literal> guard, List<Literal> facts) {}
