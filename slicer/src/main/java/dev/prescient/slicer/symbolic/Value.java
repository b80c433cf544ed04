package dev.prescient.slicer.symbolic;

import dev.prescient.slicer.formula.Linear;
import dev.prescient.slicer.formula.Variable;
import org.jspecify.annotations.Nullable;

/**
 * A value on the operand stack or in a local: what it was in the run, what it is as a term, and how
 * it is written.
 *
 * @param kind {@code I J F D} or {@code L}; smaller types are {@code I}
 * @param type for showing it
 * @param bits raw bits; an object's canonical number
 * @param term evaluates to {@code bits}
 * @param compared for the result of {@code lcmp}: the difference it is the sign of; else null
 * @param text in source terms
 * @param fresh index of the statement that made it, if it has no name of its own yet; else -1
 * @param taint guesses that it depends on, a bit each ({@link Taints})
 */
record Value(
    char kind,
    Variable.Type type,
    long bits,
    Linear term,
    @Nullable Linear compared,
    String text,
    int fresh,
    long taint) {
  private static final int MAX_TEXT = 80;

  static Value constant(char kind, Variable.Type type, long bits, String text) {
    return new Value(kind, type, bits, Linear.constant(bits), null, shorten(text), -1, 0);
  }

  static Value of(char kind, Variable.Type type, long bits, Linear term, String text) {
    return new Value(kind, type, bits, term, null, shorten(text), -1, 0);
  }

  static Value integer(int n) {
    return constant('I', Variable.Type.INT, n, Integer.toString(n));
  }

  static Value nothing() {
    return constant('L', Variable.Type.REFERENCE, 0, "null");
  }

  Value named(String name) {
    return new Value(kind, type, bits, term, compared, shorten(name), -1, taint);
  }

  Value typed(Variable.Type t) {
    return new Value(kind, t, bits, term, compared, text, fresh, taint);
  }

  /** The same value, depending on these guesses too. */
  Value tainted(long more) {
    return (taint | more) == taint
        ? this
        : new Value(kind, type, bits, term, compared, text, fresh, taint | more);
  }

  boolean isWide() {
    return kind == 'J' || kind == 'D';
  }

  boolean isConstant() {
    return term.isConstant();
  }

  int asInt() {
    return (int) bits;
  }

  double asDouble() {
    return Double.longBitsToDouble(bits);
  }

  float asFloat() {
    return Float.intBitsToFloat((int) bits);
  }

  /** The text as an operand. */
  String operand() {
    return text.indexOf(' ') < 0 ? text : "(" + text + ")";
  }

  private static String shorten(String s) {
    return s.length() <= MAX_TEXT ? s : s.substring(0, MAX_TEXT - 1) + "…";
  }

  /** How a type of a descriptor is shown. */
  static Variable.Type type(String descriptor) {
    return switch (descriptor.charAt(0)) {
      case 'Z' -> Variable.Type.BOOLEAN;
      case 'C' -> Variable.Type.CHAR;
      case 'J' -> Variable.Type.LONG;
      case 'F' -> Variable.Type.FLOAT;
      case 'D' -> Variable.Type.DOUBLE;
      case 'L', '[' -> Variable.Type.REFERENCE;
      default -> Variable.Type.INT;
    };
  }

  static Variable.Type type(char kind) {
    return type(String.valueOf(kind));
  }

  /** The kind of a descriptor on the operand stack. */
  static char kind(String descriptor) {
    char c = descriptor.charAt(0);
    return c == '[' ? 'L' : c == 'J' || c == 'F' || c == 'D' || c == 'L' ? c : 'I';
  }
}
