package dev.prescient.slicer.interpolate;

import dev.prescient.slicer.formula.Literal;
import java.util.List;

/** A Craig interpolant over the trace formula's literals, read back from the solver. */
public sealed interface Interpolant {
  /** A literal. */
  record Atom(Literal literal) implements Interpolant {}

  /** Not the operand. */
  record Not(Interpolant operand) implements Interpolant {}

  /** A conjunction or disjunction; true or false if empty. */
  record Junction(boolean conjunction, List<Interpolant> operands) implements Interpolant {}
}
