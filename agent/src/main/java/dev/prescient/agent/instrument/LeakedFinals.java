package dev.prescient.agent.instrument;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;

/**
 * Stores to final fields before which a constructor may have passed its object on: another thread
 * may find the field unset, which JLS 17.5 rules out only for what was published after the
 * constructor's end. What counts is the order of the instructions, in which javac has them; what a
 * constructor of the super class passes on is not seen.
 */
final class LeakedFinals extends BasicInterpreter {
  /** Longer constructors are not looked at. */
  private static final int MAX_INSTRUCTIONS = 5_000;

  private static final Type SELF = Type.getObjectType("dev/prescient/This");

  private final @Nullable AbstractInsnNode superCall;
  private final Set<AbstractInsnNode> leaks = new HashSet<>();

  private LeakedFinals(@Nullable AbstractInsnNode superCall) {
    super(ASM9);
    this.superCall = superCall;
  }

  /** The final fields, as {@code name:desc}, that some constructor stores too late. */
  static Set<String> of(ClassNode c) {
    Set<String> leaked = new HashSet<>();
    for (MethodNode m : c.methods) {
      for (AbstractInsnNode store : stores(c, m)) {
        leaked.add(name((FieldInsnNode) store));
      }
    }
    return leaked;
  }

  /** The stores of a constructor that come too late; of a class that is as it was. */
  static Set<AbstractInsnNode> stores(ClassNode c, MethodNode m) {
    AbstractInsnNode superCall = SuperCall.find(c, m);
    if (superCall == null
        || m.instructions.size() > MAX_INSTRUCTIONS
        || finalStores(c, superCall).isEmpty()) {
      return Set.of();
    }
    LeakedFinals analysis = new LeakedFinals(superCall);
    try {
      new Analyzer<>(analysis).analyze(c.name, m);
    } catch (AnalyzerException | RuntimeException e) {
      return Set.of();
    }
    for (AbstractInsnNode insn : m.instructions) {
      if (analysis.leaks.contains(insn)) {
        return finalStores(c, insn);
      }
    }
    return Set.of();
  }

  /** Stores to final fields of the class behind an instruction. */
  private static Set<AbstractInsnNode> finalStores(ClassNode c, AbstractInsnNode behind) {
    Set<AbstractInsnNode> stores = new HashSet<>();
    Set<String> finals = new HashSet<>();
    for (FieldNode f : c.fields) {
      if ((f.access & (ACC_FINAL | ACC_STATIC)) == ACC_FINAL) {
        finals.add(f.name + ":" + f.desc);
      }
    }
    for (AbstractInsnNode i = behind.getNext(); i != null; i = i.getNext()) {
      if (i.getOpcode() == Opcodes.PUTFIELD
          && i instanceof FieldInsnNode f
          && f.owner.equals(c.name)
          && finals.contains(name(f))) {
        stores.add(f);
      }
    }
    return stores;
  }

  private static String name(FieldInsnNode f) {
    return f.name + ":" + f.desc;
  }

  @Override
  public BasicValue newParameterValue(boolean isInstanceMethod, int local, Type type) {
    return isInstanceMethod && local == 0 ? new BasicValue(SELF) : super.newValue(type);
  }

  private static boolean isSelf(@Nullable BasicValue v) {
    return v != null && SELF.equals(v.getType());
  }

  @Override
  public @Nullable BasicValue unaryOperation(AbstractInsnNode insn, BasicValue value)
      throws AnalyzerException {
    if (insn.getOpcode() == PUTSTATIC && isSelf(value)) {
      leaks.add(insn);
    }
    return insn.getOpcode() == CHECKCAST && isSelf(value)
        ? value
        : super.unaryOperation(insn, value);
  }

  @Override
  public @Nullable BasicValue binaryOperation(AbstractInsnNode insn, BasicValue a, BasicValue b)
      throws AnalyzerException {
    if (insn.getOpcode() == PUTFIELD && isSelf(b)) {
      leaks.add(insn);
    }
    return super.binaryOperation(insn, a, b);
  }

  @Override
  public @Nullable BasicValue ternaryOperation(
      AbstractInsnNode insn, BasicValue array, BasicValue index, BasicValue value)
      throws AnalyzerException {
    if (isSelf(value)) {
      leaks.add(insn);
    }
    return super.ternaryOperation(insn, array, index, value);
  }

  @Override
  public @Nullable BasicValue naryOperation(
      AbstractInsnNode insn, List<? extends BasicValue> values) throws AnalyzerException {
    if (insn != superCall && values.stream().anyMatch(LeakedFinals::isSelf)) {
      leaks.add(insn);
    }
    return super.naryOperation(insn, values);
  }

  @Override
  public BasicValue merge(BasicValue a, BasicValue b) {
    return isSelf(a) || isSelf(b) ? (isSelf(a) ? a : b) : super.merge(a, b);
  }
}
