package dev.prescient.slicer.formula;

import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;

/**
 * A linear term {@code Σ coefficient·variable + constant} over SSA variables. Immutable; variables
 * ascend and no coefficient is 0. Every operation is exact and throws {@link ArithmeticException}
 * where a coefficient leaves 64 bits; the caller then falls back to the observed value.
 */
public final class Linear {
  /** The constant 0. */
  public static final Linear ZERO = new Linear(new int[0], new long[0], 0);

  private final int[] variables;
  private final long[] coefficients;
  private final long constant;

  private Linear(int[] variables, long[] coefficients, long constant) {
    this.variables = variables;
    this.coefficients = coefficients;
    this.constant = constant;
  }

  public static Linear constant(long value) {
    return value == 0 ? ZERO : new Linear(new int[0], new long[0], value);
  }

  public static Linear variable(int variable) {
    return new Linear(new int[] {variable}, new long[] {1}, 0);
  }

  /** {@code this + factor·other}. */
  public Linear plus(Linear other, long factor) {
    int[] v = new int[variables.length + other.variables.length];
    long[] c = new long[v.length];
    int n = 0;
    int i = 0;
    int j = 0;
    while (i < variables.length || j < other.variables.length) {
      int a = i < variables.length ? variables[i] : Integer.MAX_VALUE;
      int b = j < other.variables.length ? other.variables[j] : Integer.MAX_VALUE;
      long sum = a <= b ? coefficients[i++] : 0;
      if (b <= a) {
        sum = Math.addExact(sum, Math.multiplyExact(factor, other.coefficients[j++]));
      }
      if (sum != 0) {
        v[n] = Math.min(a, b);
        c[n++] = sum;
      }
    }
    long k = Math.addExact(constant, Math.multiplyExact(factor, other.constant));
    return new Linear(Arrays.copyOf(v, n), Arrays.copyOf(c, n), k);
  }

  public Linear plus(Linear other) {
    return plus(other, 1);
  }

  public Linear minus(Linear other) {
    return plus(other, -1);
  }

  public Linear plus(long value) {
    return value == 0 ? this : plus(constant(value), 1);
  }

  public Linear times(long factor) {
    return ZERO.plus(this, factor);
  }

  /** This term with a variable replaced by a term. */
  public Linear substitute(int variable, Linear by) {
    long c = coefficient(variable);
    return c == 0 ? this : plus(variable(variable), -c).plus(by, c);
  }

  /** Coefficient of a variable, 0 if it does not occur. */
  public long coefficient(int variable) {
    int i = Arrays.binarySearch(variables, variable);
    return i < 0 ? 0 : coefficients[i];
  }

  public boolean mentions(int variable) {
    return Arrays.binarySearch(variables, variable) >= 0;
  }

  /** Variables, ascending. */
  public void forEachVariable(IntConsumer action) {
    for (int v : variables) {
      action.accept(v);
    }
  }

  public int variableCount() {
    return variables.length;
  }

  /**
   * The i-th variable.
   *
   * @param i 0..{@link #variableCount()}-1
   */
  public int variableAt(int i) {
    return variables[i];
  }

  public boolean isConstant() {
    return variables.length == 0;
  }

  /** The constant part. */
  public long constant() {
    return constant;
  }

  /** The value under an assignment; wraps at 64 bits. */
  public long evaluate(IntToLongFunction valueOf) {
    long sum = constant;
    for (int i = 0; i < variables.length; i++) {
      sum += coefficients[i] * valueOf.applyAsLong(variables[i]);
    }
    return sum;
  }

  @Override
  public boolean equals(Object o) {
    return o instanceof Linear l
        && constant == l.constant
        && Arrays.equals(variables, l.variables)
        && Arrays.equals(coefficients, l.coefficients);
  }

  @Override
  public int hashCode() {
    return (Arrays.hashCode(variables) * 31 + Arrays.hashCode(coefficients)) * 31
        + Long.hashCode(constant);
  }

  @Override
  public String toString() {
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < variables.length; i++) {
      s.append(s.length() == 0 ? "" : " + ").append(coefficients[i]).append("·v");
      s.append(variables[i]);
    }
    return s.append(s.length() == 0 ? "" : " + ").append(constant).toString();
  }
}
