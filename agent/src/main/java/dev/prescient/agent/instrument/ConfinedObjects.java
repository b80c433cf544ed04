package dev.prescient.agent.instrument;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * StringBuilders and iterators that never leave the method that makes them: javac makes them for
 * many a string concatenation and loop. No other thread can see them, so calls of theirs are not
 * checked, nor are positions of iterators.
 */
final class ConfinedObjects extends Interpreter<ConfinedObjects.Value> implements Opcodes {
  private static final String BUILDER = "java/lang/StringBuilder";

  /** Methods of collections that make an iterator at each call. */
  private static final Set<String> MAKERS =
      Set.of("iterator", "listIterator", "descendingIterator", "spliterator", "elements", "keys");

  private static final Set<String> ITERATORS =
      Set.of(
          "java/util/Iterator",
          "java/util/ListIterator",
          "java/util/Enumeration",
          "java/util/Spliterator");

  /** Longer methods are not looked at. */
  private static final int MAX_INSTRUCTIONS = 5_000;

  /**
   * A value of the analysis.
   *
   * @param basic its type
   * @param made where it was made, if it is certainly an object made at one place here
   */
  record Value(@Nullable BasicValue basic, @Nullable AbstractInsnNode made)
      implements org.objectweb.asm.tree.analysis.Value {
    @Override
    public int getSize() {
      return basic == null ? 1 : basic.getSize();
    }
  }

  private record Call(MethodInsnNode insn, AbstractInsnNode made) {}

  private final BasicInterpreter types = new BasicInterpreter();
  private final Set<AbstractInsnNode> escaped = new HashSet<>();
  private final Set<Call> calls = new HashSet<>();

  private ConfinedObjects() {
    super(ASM9);
  }

  /** The calls of methods of confined objects. */
  static Set<AbstractInsnNode> calls(String owner, MethodNode m) {
    if (m.instructions.size() > MAX_INSTRUCTIONS || !makesObject(m)) {
      return Set.of();
    }
    ConfinedObjects analysis = new ConfinedObjects();
    try {
      new Analyzer<>(analysis).analyze(owner, m);
    } catch (AnalyzerException | RuntimeException e) {
      return Set.of(); // then all calls are checked
    }
    Set<AbstractInsnNode> confined = new HashSet<>();
    for (Call call : analysis.calls) {
      confined.add(call.insn);
    }
    for (Call call : analysis.calls) {
      if (analysis.escaped.contains(call.made)) {
        confined.remove(call.insn);
      }
    }
    return confined;
  }

  private static boolean makesObject(MethodNode m) {
    for (AbstractInsnNode insn : m.instructions) {
      if (isNewBuilder(insn) || (insn instanceof MethodInsnNode call && makesIterator(call))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNewBuilder(AbstractInsnNode insn) {
    return insn instanceof TypeInsnNode t && t.getOpcode() == NEW && t.desc.equals(BUILDER);
  }

  /** Whether a call makes an iterator; one of {@code Iterable} may return one that it keeps. */
  private static boolean makesIterator(MethodInsnNode call) {
    return MAKERS.contains(call.name)
        && call.owner.startsWith("java/util/")
        && ITERATORS.contains(Type.getReturnType(call.desc).getClassName().replace('.', '/'));
  }

  private static Value of(@Nullable BasicValue basic) {
    return new Value(basic, null);
  }

  private void escape(@Nullable Value v) {
    if (v != null && v.made != null) {
      escaped.add(v.made);
    }
  }

  @Override
  public @Nullable Value newValue(@Nullable Type type) {
    BasicValue basic = types.newValue(type);
    return basic == null ? null : of(basic);
  }

  @Override
  public Value newOperation(AbstractInsnNode insn) throws AnalyzerException {
    return new Value(types.newOperation(insn), isNewBuilder(insn) ? insn : null);
  }

  @Override
  public Value copyOperation(AbstractInsnNode insn, Value value) {
    return value;
  }

  @Override
  public @Nullable Value unaryOperation(AbstractInsnNode insn, Value value)
      throws AnalyzerException {
    if (insn.getOpcode() == CHECKCAST && value.made != null) {
      return value;
    }
    if (insn.getOpcode() != IFNULL && insn.getOpcode() != IFNONNULL) {
      escape(value);
    }
    BasicValue basic = value.basic == null ? BasicValue.UNINITIALIZED_VALUE : value.basic;
    BasicValue result = types.unaryOperation(insn, basic);
    return result == null ? null : of(result);
  }

  @Override
  public @Nullable Value binaryOperation(AbstractInsnNode insn, Value a, Value b)
      throws AnalyzerException {
    escape(b); // stored in a field; compared
    escape(a);
    BasicValue basic = a.basic == null ? BasicValue.UNINITIALIZED_VALUE : a.basic;
    BasicValue result = types.binaryOperation(insn, basic, basic);
    return result == null ? null : of(result);
  }

  @Override
  public @Nullable Value ternaryOperation(AbstractInsnNode insn, Value a, Value b, Value v) {
    escape(v);
    return null;
  }

  @Override
  public @Nullable Value naryOperation(AbstractInsnNode insn, List<? extends Value> values)
      throws AnalyzerException {
    Value receiver = null;
    if (insn instanceof MethodInsnNode call
        && call.getOpcode() != INVOKESTATIC
        && (call.owner.equals(BUILDER) || ITERATORS.contains(call.owner))) {
      Value first = values.get(0);
      if (first.made != null) {
        receiver = first;
        calls.add(new Call(call, first.made));
      }
    }
    for (int i = receiver == null ? 0 : 1; i < values.size(); i++) {
      escape(values.get(i));
    }
    if (insn instanceof MethodInsnNode call) {
      Type type = Type.getReturnType(call.desc);
      if (makesIterator(call)) {
        return new Value(types.newValue(type), call);
      }
      if (receiver != null
          && type.getSort() == Type.OBJECT
          && call.owner.equals(BUILDER)
          && type.getInternalName().equals(BUILDER)) {
        return receiver; // every such method returns its object
      }
      return newValue(type);
    }
    BasicValue result = types.naryOperation(insn, List.of());
    return result == null ? null : of(result);
  }

  @Override
  public void returnOperation(AbstractInsnNode insn, Value value, Value expected) {
    escape(value);
  }

  @Override
  public Value merge(Value a, Value b) {
    if (a.equals(b)) {
      return a;
    }
    BasicValue basic =
        a.basic == null || b.basic == null
            ? BasicValue.UNINITIALIZED_VALUE
            : types.merge(a.basic, b.basic);
    if (!basic.equals(BasicValue.UNINITIALIZED_VALUE)) { // else nobody can use it
      escape(a);
      escape(b);
    }
    return of(basic);
  }
}
