package dev.prescient.agent.instrument;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * One iteration of a loop over {@link SpinValue}. State: {@code failed}, set by the first
 * instruction that has no place in a spin.
 */
final class SpinInterpreter extends Interpreter<SpinValue> {
  private final WovenClass woven;
  private boolean failed;

  SpinInterpreter(WovenClass woven) {
    super(Opcodes.ASM9);
    this.woven = woven;
  }

  boolean failed() {
    return failed;
  }

  private SpinValue fail() {
    failed = true;
    return SpinValue.CARRIED;
  }

  @Override
  public @Nullable SpinValue newValue(@Nullable Type type) {
    if (Type.VOID_TYPE.equals(type)) {
      return null;
    }
    return SpinValue.of(false, type != null && type.getSize() == 2);
  }

  @Override
  public SpinValue newOperation(AbstractInsnNode insn) {
    return switch (insn.getOpcode()) {
      case Opcodes.LCONST_0, Opcodes.LCONST_1, Opcodes.DCONST_0, Opcodes.DCONST_1 ->
          SpinValue.of(false, true);
      case Opcodes.LDC -> {
        Object constant = ((LdcInsnNode) insn).cst;
        yield SpinValue.of(false, constant instanceof Long || constant instanceof Double);
      }
      case Opcodes.GETSTATIC ->
          SpinValue.of(false, Type.getType(((FieldInsnNode) insn).desc).getSize() == 2);
      case Opcodes.NEW, Opcodes.JSR -> fail();
      default -> SpinValue.FIXED;
    };
  }

  @Override
  public SpinValue copyOperation(AbstractInsnNode insn, SpinValue value) {
    return value;
  }

  @Override
  public @Nullable SpinValue unaryOperation(AbstractInsnNode insn, SpinValue value) {
    switch (insn.getOpcode()) {
      case Opcodes.IFEQ,
          Opcodes.IFNE,
          Opcodes.IFLT,
          Opcodes.IFGE,
          Opcodes.IFGT,
          Opcodes.IFLE,
          Opcodes.IFNULL,
          Opcodes.IFNONNULL,
          Opcodes.TABLESWITCH,
          Opcodes.LOOKUPSWITCH -> {
        return value.carried() ? fail() : null;
      }
      case Opcodes.GETFIELD -> {
        boolean wide = Type.getType(((FieldInsnNode) insn).desc).getSize() == 2;
        return value.carried() ? fail() : SpinValue.of(false, wide);
      }
      case Opcodes.ARRAYLENGTH, Opcodes.CHECKCAST -> {
        return value.carried() ? fail() : value;
      }
      case Opcodes.PUTSTATIC,
          Opcodes.NEWARRAY,
          Opcodes.ANEWARRAY,
          Opcodes.MONITORENTER,
          Opcodes.MONITOREXIT -> {
        return fail();
      }
      case Opcodes.I2L, Opcodes.F2L, Opcodes.D2L, Opcodes.I2D, Opcodes.L2D, Opcodes.F2D -> {
        return SpinValue.of(value.carried(), true);
      }
      case Opcodes.LNEG, Opcodes.DNEG -> {
        return value;
      }
      default -> {
        return SpinValue.of(value.carried(), false);
      }
    }
  }

  @Override
  public @Nullable SpinValue binaryOperation(AbstractInsnNode insn, SpinValue a, SpinValue b) {
    boolean carried = a.carried() || b.carried();
    int op = insn.getOpcode();
    if (op == Opcodes.PUTFIELD) {
      return fail();
    }
    if (op >= Opcodes.IF_ICMPEQ && op <= Opcodes.IF_ACMPNE) {
      return carried ? fail() : null;
    }
    boolean mayThrow =
        (op >= Opcodes.IALOAD && op <= Opcodes.SALOAD)
            || op == Opcodes.IDIV
            || op == Opcodes.LDIV
            || op == Opcodes.IREM
            || op == Opcodes.LREM;
    if (mayThrow && carried) {
      return fail();
    }
    boolean compares = op >= Opcodes.LCMP && op <= Opcodes.DCMPG;
    boolean wideElement = op == Opcodes.LALOAD || op == Opcodes.DALOAD;
    boolean load = op >= Opcodes.IALOAD && op <= Opcodes.SALOAD;
    return SpinValue.of(carried, load ? wideElement : !compares && a.wide());
  }

  @Override
  public @Nullable SpinValue ternaryOperation(
      AbstractInsnNode insn, SpinValue a, SpinValue b, SpinValue c) {
    return fail();
  }

  @Override
  public @Nullable SpinValue naryOperation(
      AbstractInsnNode insn, List<? extends SpinValue> values) {
    if (!(insn instanceof MethodInsnNode call) || !SpinProof.mayStand(woven, call)) {
      return fail();
    }
    boolean waits = call.name.startsWith("sleep");
    for (SpinValue v : values) {
      if (v.carried() && !waits) {
        return fail();
      }
    }
    Type result = Type.getReturnType(call.desc);
    return result.equals(Type.VOID_TYPE) ? null : SpinValue.of(false, result.getSize() == 2);
  }

  @Override
  public void returnOperation(AbstractInsnNode insn, SpinValue value, SpinValue expected) {}

  @Override
  public SpinValue merge(SpinValue a, SpinValue b) {
    return SpinValue.of(a.carried() || b.carried(), a.wide() || b.wide());
  }
}
