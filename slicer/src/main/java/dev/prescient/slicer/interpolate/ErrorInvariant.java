package dev.prescient.slicer.interpolate;

import java.util.List;

/**
 * What must be known at one position of a slice for the assertion to fail: implied by the
 * statements before, and unsatisfiable with the statements after and ψ (Ermis, Schäf, Wies, FM
 * 2012).
 *
 * @param position statements of the slice that came before, 0..k
 * @param conjuncts its parts
 */
public record ErrorInvariant(int position, List<Conjunct> conjuncts) {}
