package dev.prescient.profiler.value;

import org.jspecify.annotations.Nullable;

/**
 * A value of a variable.
 *
 * @param type JVM type letter: {@code Z B C S I J F D}, or {@code L} for any reference
 * @param bits the raw bits of a primitive; 0 for a reference
 * @param reference the run-independent name of an object, {@code a.b.C@site:thread:n}; null for the
 *     null reference and for primitives
 */
public record Value(char type, long bits, @Nullable String reference) {

  /** As a person writes it: {@code 7}, {@code true}, {@code 1.5}, {@code null}, {@code Foo#1}. */
  public String text() {
    return switch (type) {
      case 'L' -> reference == null ? "null" : reference;
      case 'Z' -> bits != 0 ? "true" : "false";
      case 'C' -> "'" + (char) bits + "'";
      case 'F' -> Float.toString(Float.intBitsToFloat((int) bits));
      case 'D' -> Double.toString(Double.longBitsToDouble(bits));
      default -> Long.toString(bits);
    };
  }
}
