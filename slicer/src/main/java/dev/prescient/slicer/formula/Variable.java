package dev.prescient.slicer.formula;

/**
 * An SSA variable: one version of a memory cell or of a local.
 *
 * @param id dense, from 0
 * @param base what it is a version of, dense, from 0
 * @param version 0 for the value before the trace, then counting writes
 * @param type for showing values
 * @param value as observed; a reference is its object's number, null is 0
 * @param definition index of the statement that defines it, or -1 for the value before the trace
 */
public record Variable(int id, int base, int version, Type type, long value, int definition) {
  /** How a value is written in source. */
  public enum Type {
    BOOLEAN,
    CHAR,
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    REFERENCE
  }
}
