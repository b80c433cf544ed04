package dev.prescient.agent.instrument;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.BasicValue;

/**
 * A value of which we know where it comes from: an int as the sum of up to two loaded locals and a
 * constant, or a reference by the instruction that made it.
 */
final class IndexValue extends BasicValue {
  /** Where the value, or the first summand, comes from; null if it is a constant. */
  final @Nullable AbstractInsnNode source;

  /** The load of the second summand, or null. */
  final @Nullable AbstractInsnNode plus;

  final int constant;

  IndexValue(
      Type type, @Nullable AbstractInsnNode source, @Nullable AbstractInsnNode plus, int constant) {
    super(type);
    this.source = source;
    this.plus = plus;
    this.constant = constant;
  }

  /** The local that a summand was loaded from, or -1. */
  static int local(@Nullable AbstractInsnNode source) {
    return source instanceof VarInsnNode v
            && (v.getOpcode() == Opcodes.ILOAD || v.getOpcode() == Opcodes.ALOAD)
        ? v.var
        : -1;
  }

  /** The sum with a value that is added or taken away, or null if it has too many summands. */
  @Nullable IndexValue add(IndexValue other, boolean minus) {
    if (minus && other.source != null) {
      return null;
    }
    int sum = minus ? constant - other.constant : constant + other.constant;
    if (other.source == null) {
      return new IndexValue(getType(), source, plus, sum);
    }
    if (source == null) {
      return new IndexValue(getType(), other.source, other.plus, sum);
    }
    return plus == null && other.plus == null
        ? new IndexValue(getType(), source, other.source, sum)
        : null;
  }

  @Override
  public boolean equals(@Nullable Object o) {
    return o instanceof IndexValue v
        && v.source == source
        && v.plus == plus
        && v.constant == constant
        && v.getType().equals(getType());
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(source) * 31 + constant;
  }
}
