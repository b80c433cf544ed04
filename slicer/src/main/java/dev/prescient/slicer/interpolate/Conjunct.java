package dev.prescient.slicer.interpolate;

import dev.prescient.slicer.formula.Literal;
import dev.prescient.slicer.formula.Literal.Order;
import java.util.Set;

/**
 * One conjunct of an error invariant: a literal, or one that holds given that some reads came
 * before writes that are still to come.
 *
 * @param given late hazards asserted by statements after this position; empty for most
 * @param literal what holds
 */
public record Conjunct(Set<Order> given, Literal literal) {}
