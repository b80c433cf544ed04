package dev.prescient.agent.instrument;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * Names objects: a parameter by its local, what a final field holds by its owner, the result of any
 * other instruction by that instruction. Copies keep their names.
 */
final class PathInterpreter extends Interpreter<PathValue> {
  private final CheckFlow flow;
  private final BasicInterpreter sizes = new BasicInterpreter();

  PathInterpreter(CheckFlow flow) {
    super(Opcodes.ASM9);
    this.flow = flow;
  }

  /** The value of a type: an object has the given name. */
  private static @Nullable PathValue value(@Nullable BasicValue v, Object path) {
    if (v == null) {
      return null;
    }
    return v.getSize() == 2 ? PathValue.WIDE : v.isReference() ? PathValue.of(path) : NARROW;
  }

  private static final PathValue NARROW = PathValue.NARROW;

  private static BasicValue basic(PathValue v) {
    return v.size() == 2 ? BasicValue.LONG_VALUE : BasicValue.INT_VALUE;
  }

  @Override
  public @Nullable PathValue newValue(@Nullable Type type) {
    return type == null ? NARROW : value(sizes.newValue(type), type);
  }

  @Override
  public PathValue newParameterValue(boolean isInstance, int local, Type type) {
    PathValue v = value(sizes.newValue(type), new PathValue.Parameter(local));
    return v == null ? NARROW : v;
  }

  @Override
  public PathValue newExceptionValue(
      TryCatchBlockNode block, Frame<PathValue> handler, Type exception) {
    return PathValue.of(block);
  }

  @Override
  public @Nullable PathValue newOperation(AbstractInsnNode insn) throws AnalyzerException {
    return value(sizes.newOperation(insn), insn);
  }

  @Override
  public PathValue copyOperation(AbstractInsnNode insn, PathValue value) {
    return value;
  }

  @Override
  public @Nullable PathValue unaryOperation(AbstractInsnNode insn, PathValue value)
      throws AnalyzerException {
    if (insn.getOpcode() == Opcodes.CHECKCAST) {
      return value;
    }
    Object path = insn;
    if (insn.getOpcode() == Opcodes.GETFIELD && value.path() != null) {
      String key = flow.finalField((FieldInsnNode) insn);
      path = key == null ? insn : new PathValue.FinalField(value.path(), key);
    }
    return value(sizes.unaryOperation(insn, basic(value)), path);
  }

  @Override
  public @Nullable PathValue binaryOperation(AbstractInsnNode insn, PathValue a, PathValue b)
      throws AnalyzerException {
    return value(sizes.binaryOperation(insn, basic(a), basic(b)), insn);
  }

  @Override
  public @Nullable PathValue ternaryOperation(
      AbstractInsnNode insn, PathValue a, PathValue b, PathValue c) {
    return null;
  }

  @Override
  public @Nullable PathValue naryOperation(AbstractInsnNode insn, List<? extends PathValue> values)
      throws AnalyzerException {
    return value(sizes.naryOperation(insn, List.of()), insn);
  }

  @Override
  public void returnOperation(AbstractInsnNode insn, PathValue value, PathValue expected) {}

  /** Frames meet in {@link CheckFrame#merge}. */
  @Override
  public PathValue merge(PathValue a, PathValue b) {
    throw new IllegalStateException("values meet in their frames");
  }
}
