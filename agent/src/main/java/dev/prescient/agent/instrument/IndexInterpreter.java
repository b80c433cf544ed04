package dev.prescient.agent.instrument;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/** Follows arrays and indexes to where they come from, as {@link IndexValue}s. */
final class IndexInterpreter extends BasicInterpreter {
  IndexInterpreter() {
    super(ASM9);
  }

  /** The value of a constant, or null. */
  static @Nullable Integer constant(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    if (opcode >= ICONST_M1 && opcode <= ICONST_5) {
      return opcode - ICONST_0;
    }
    if (insn instanceof IntInsnNode n && (opcode == BIPUSH || opcode == SIPUSH)) {
      return n.operand;
    }
    return insn instanceof LdcInsnNode ldc && ldc.cst instanceof Integer n ? n : null;
  }

  @Override
  public BasicValue newOperation(AbstractInsnNode insn) throws AnalyzerException {
    Integer constant = constant(insn);
    if (constant != null) {
      return new IndexValue(Type.INT_TYPE, null, null, constant);
    }
    return known(insn, super.newOperation(insn));
  }

  @Override
  public BasicValue copyOperation(AbstractInsnNode insn, BasicValue value)
      throws AnalyzerException {
    int opcode = insn.getOpcode();
    return switch (opcode) {
      case ILOAD, ALOAD -> known(insn, value);
      case ISTORE, ASTORE -> plain(value);
      default -> value;
    };
  }

  @Override
  public @Nullable BasicValue unaryOperation(AbstractInsnNode insn, BasicValue value)
      throws AnalyzerException {
    int opcode = insn.getOpcode();
    if (opcode == CHECKCAST) {
      return value;
    }
    BasicValue result = super.unaryOperation(insn, value);
    return opcode == GETFIELD && result != null ? known(insn, result) : result;
  }

  @Override
  public @Nullable BasicValue binaryOperation(AbstractInsnNode insn, BasicValue a, BasicValue b)
      throws AnalyzerException {
    int opcode = insn.getOpcode();
    if ((opcode == IADD || opcode == ISUB)
        && a instanceof IndexValue x
        && b instanceof IndexValue y) {
      IndexValue sum = x.add(y, opcode == ISUB);
      if (sum != null) {
        return sum;
      }
    }
    BasicValue result = super.binaryOperation(insn, a, b);
    return opcode == AALOAD && result != null ? known(insn, result) : result;
  }

  @Override
  public BasicValue merge(BasicValue a, BasicValue b) {
    return a.equals(b) ? a : super.merge(plain(a), plain(b));
  }

  private static BasicValue known(AbstractInsnNode source, BasicValue value) {
    Type type = value.getType();
    return type == null || type.getSize() == 2 ? value : new IndexValue(type, source, null, 0);
  }

  private static BasicValue plain(BasicValue value) {
    return value instanceof IndexValue ? new BasicValue(value.getType()) : value;
  }
}
