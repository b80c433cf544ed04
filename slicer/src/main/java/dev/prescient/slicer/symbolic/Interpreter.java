package dev.prescient.slicer.symbolic;

import dev.prescient.slicer.formula.Linear;
import dev.prescient.slicer.formula.Literal.Compare;
import dev.prescient.slicer.formula.Literal.Relation;
import dev.prescient.slicer.formula.Statement;
import dev.prescient.slicer.formula.TraceFormula;
import dev.prescient.slicer.formula.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MultiANewArrayInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Executes instructions again and writes the statements of the trace formula. An instruction that
 * needs an event stops its thread until the event comes; everything else is computed.
 *
 * <p>Over 400 lines because it is flat: one case per group of opcodes.
 *
 * <p>State: {@code clock} orders branches; {@code arithmetic} counts wraps.
 */
final class Interpreter implements Opcodes {
  private final CapturedProgram program;
  private final Heap heap;
  private final TraceFormula.Builder out;
  private final Decisions decisions;
  private final Taints taints;
  final Arithmetic arithmetic = new Arithmetic();
  private long clock;

  Interpreter(
      CapturedProgram program,
      Heap heap,
      TraceFormula.Builder out,
      Decisions decisions,
      Taints taints) {
    this.program = program;
    this.heap = heap;
    this.out = out;
    this.decisions = decisions;
    this.taints = taints;
  }

  /** Executes a thread until it needs an event, has thrown, or has no frame left. */
  void run(ThreadRun t) {
    for (Frame f = t.top(); f != null && t.thrown == null; f = t.top()) {
      if (f.pc >= f.method.code.length) {
        throw new LostTrack("end of code");
      }
      if (!step(t, f)) {
        return;
      }
    }
  }

  /** Whether the thread goes on without an event. */
  private boolean step(ThreadRun t, Frame f) {
    AbstractInsnNode insn = f.method.code[f.pc];
    int op = insn.getOpcode();
    f.begin();
    if (op >= IALOAD && op <= SALOAD) {
      return arrayAccess(t, f, f.peek(1), f.peek(0));
    }
    if (op >= IASTORE && op <= SASTORE) {
      return arrayAccess(t, f, f.peek(2), f.peek(1));
    }
    switch (op) {
      case GETFIELD -> {
        return dereference(t, f, f.peek(0));
      }
      case PUTFIELD -> {
        return dereference(t, f, f.peek(1));
      }
      case INVOKEVIRTUAL, INVOKEINTERFACE, INVOKESPECIAL -> {
        return dereference(
            t, f, f.peek(Type.getArgumentTypes(((MethodInsnNode) insn).desc).length));
      }
      case GETSTATIC,
          PUTSTATIC,
          INVOKESTATIC,
          INVOKEDYNAMIC,
          INSTANCEOF,
          NEWARRAY,
          ANEWARRAY,
          MULTIANEWARRAY -> {
        return false;
      }
      case CHECKCAST -> {
        return false;
      }
      default -> {
        return simple(t, f, insn, op);
      }
    }
  }

  /** Always false: the event is awaited, or the reference was null. */
  private boolean dereference(ThreadRun t, Frame f, Value reference) {
    if (reference.bits() == 0) {
      raise(t, f, nonNull(reference), reference.text() + " != null");
    }
    return false;
  }

  private static List<Compare> nonNull(Value reference) {
    return List.of(new Compare(reference.term(), Relation.NE));
  }

  private boolean arrayAccess(ThreadRun t, Frame f, Value array, Value index) {
    if (array.bits() == 0) {
      return dereference(t, f, array);
    }
    Heap.Thing thing = heap.thing(array.bits());
    int length = thing == null ? -1 : thing.arrayLength();
    if (index.asInt() < 0) {
      raise(t, f, List.of(Compare.atMost(Linear.ZERO, index.term())), index.text() + " >= 0");
    } else if (length >= 0 && index.asInt() >= length) {
      raise(
          t,
          f,
          List.of(Compare.atMost(index.term(), Linear.constant(length - 1L))),
          index.text() + " < " + length);
    }
    return false;
  }

  private void raise(ThreadRun t, Frame f, List<Compare> goals, String text) {
    t.thrown = decisions.throwPoint(t, f, goals, text);
    t.throwPoints.add(t.thrown);
  }

  // Instructions that need no event.

  private boolean simple(ThreadRun t, Frame f, AbstractInsnNode insn, int op) {
    if (op >= ICONST_M1 && op <= ICONST_5) {
      f.push(constant(t, f, op - ICONST_0));
    } else if (op >= LCONST_0 && op <= LCONST_1) {
      f.push(primitive('J', op - LCONST_0, (op - LCONST_0) + "L"));
    } else if (op >= FCONST_0 && op <= FCONST_2) {
      float x = op - FCONST_0;
      f.push(primitive('F', Float.floatToRawIntBits(x), x + "f"));
    } else if (op >= DCONST_0 && op <= DCONST_1) {
      double x = op - DCONST_0;
      f.push(primitive('D', Double.doubleToRawLongBits(x), Double.toString(x)));
    } else if (op >= ILOAD && op <= ALOAD) {
      f.push(Objects.requireNonNull(f.locals[((VarInsnNode) insn).var], "local"));
    } else if (op >= ISTORE && op <= ASTORE) {
      store(t, f, ((VarInsnNode) insn).var, f.pop());
    } else if (op >= POP && op <= SWAP) {
      StackShuffle.apply(op, f);
    } else if ((op >= IADD && op <= LXOR) || (op >= LCMP && op <= DCMPG)) {
      if (isUnary(op)) {
        unary(t, f, op);
      } else if (!binary(t, f, op)) {
        return false;
      }
    } else if (op >= I2L && op <= I2S) {
      unary(t, f, op);
    } else if ((op >= IFEQ && op <= IF_ACMPNE) || op == IFNULL || op == IFNONNULL) {
      branch(t, f, (JumpInsnNode) insn);
      return true;
    } else if (op >= IRETURN && op <= RETURN) {
      return leave(t, f, op == RETURN ? null : f.pop());
    } else {
      return other(t, f, insn, op);
    }
    f.pc++;
    return true;
  }

  private boolean other(ThreadRun t, Frame f, AbstractInsnNode insn, int op) {
    switch (op) {
      case NOP -> {}
      case ACONST_NULL -> f.push(Value.nothing());
      case BIPUSH, SIPUSH -> f.push(Value.integer(((IntInsnNode) insn).operand));
      case LDC -> f.push(constant(((LdcInsnNode) insn).cst));
      case IINC -> increment(t, f, (IincInsnNode) insn);
      case NEW -> {
        String name = ((TypeInsnNode) insn).desc.replace('/', '.');
        long object = heap.unmentioned(name);
        heap.born(object);
        f.push(Value.constant('L', Variable.Type.REFERENCE, object, heap.name(object)));
      }
      case ARRAYLENGTH -> {
        if (f.peek(0).bits() == 0) {
          return dereference(t, f, f.peek(0));
        }
        arrayLength(t, f, f.pop());
      }
      case MONITORENTER, MONITOREXIT -> {
        if (f.peek(0).bits() == 0) {
          return dereference(t, f, f.peek(0));
        }
        f.pop();
      }
      case GOTO -> {
        f.pc = f.method.index(((JumpInsnNode) insn).label);
        return true;
      }
      case TABLESWITCH -> {
        TableSwitchInsnNode s = (TableSwitchInsnNode) insn;
        int i = f.peek(0).asInt() - s.min;
        boolean known = i >= 0 && i < s.labels.size();
        switchTo(t, f, known ? s.labels.get(i) : s.dflt);
        return true;
      }
      case LOOKUPSWITCH -> {
        LookupSwitchInsnNode s = (LookupSwitchInsnNode) insn;
        int i = s.keys.indexOf(f.peek(0).asInt());
        switchTo(t, f, i >= 0 ? s.labels.get(i) : s.dflt);
        return true;
      }
      case ATHROW -> {
        Value e = f.peek(0);
        if (e.bits() == 0) {
          return dereference(t, f, e);
        }
        t.thrown = decisions.thrown(t, f, e.bits());
        t.throwPoints.add(t.thrown);
        return false;
      }
      default -> throw new LostTrack("opcode " + op);
    }
    f.pc++;
    return true;
  }

  private static boolean isUnary(int op) {
    return op >= INEG && op <= DNEG;
  }

  private static Value primitive(char kind, long bits, String text) {
    return Value.constant(kind, Value.type(kind), bits, text);
  }

  /** A small constant; one that a branch just chose is a Boolean made by control flow. */
  private Value constant(ThreadRun t, Frame f, int n) {
    if (n < 0 || n > 1 || f.decided.isEmpty() || !materialises(f)) {
      return Value.integer(n);
    }
    List<Compare> guards = new ArrayList<>();
    for (Compare c : f.decided) {
      if (!c.term().isConstant() && !guards.contains(c)) {
        guards.add(c);
      }
    }
    f.decided.clear();
    String text = n == 0 ? "false" : "true";
    return guards.isEmpty()
        ? Value.constant('I', Variable.Type.BOOLEAN, n, text)
        : temporary(t, f, text, 'I', Variable.Type.BOOLEAN, n, Linear.constant(n), guards, -1);
  }

  private static boolean materialises(Frame f) {
    AbstractInsnNode[] code = f.method.code;
    if (f.pc + 1 >= code.length || f.pc == 0) {
      return false;
    }
    int next = code[f.pc + 1].getOpcode();
    int before = code[f.pc - 1].getOpcode();
    boolean chosen =
        code[f.pc - 1] instanceof JumpInsnNode || (before >= IRETURN && before <= RETURN);
    boolean joins =
        next == GOTO
            || next == IRETURN
            || (code[f.pc - 1] instanceof JumpInsnNode j
                && j.getOpcode() == GOTO
                && f.method.index(j.label) == f.pc + 1);
    return chosen && joins;
  }

  private Value constant(Object c) {
    if (c instanceof Integer i) {
      return Value.integer(i);
    }
    if (c instanceof Long l) {
      return primitive('J', l, l + "L");
    }
    if (c instanceof Float x) {
      return primitive('F', Float.floatToRawIntBits(x), x + "f");
    }
    if (c instanceof Double x) {
      return primitive('D', Double.doubleToRawLongBits(x), x.toString());
    }
    boolean string = c instanceof String;
    String text =
        string
            ? '"' + c.toString() + '"'
            : c instanceof Type type ? type.getClassName() + ".class" : c.toString();
    long object = heap.constant(c, string ? "java.lang.String" : "java.lang.Class");
    return Value.constant('L', Variable.Type.REFERENCE, object, text);
  }

  private void arrayLength(ThreadRun t, Frame f, Value array) {
    Heap.Thing thing = heap.thing(array.bits());
    if (thing == null || thing.arrayLength() < 0) {
      throw new LostTrack("array of unknown length");
    }
    int n = thing.arrayLength();
    f.push(observed(t, f, array.operand() + ".length", 'I', Variable.Type.INT, n, List.of(array)));
  }

  private boolean binary(ThreadRun t, Frame f, int op) {
    Value b = f.peek(0);
    Value a = f.peek(1);
    Arithmetic.Result r;
    try {
      r = arithmetic.binary(op, a, b);
    } catch (ArithmeticException e) {
      raise(t, f, nonNull(b), b.text() + " != 0");
      return false;
    }
    f.pop();
    f.pop();
    String text = a.operand() + " " + Arithmetic.symbol(op) + " " + b.operand();
    if (op == IADD || op == LADD || op == ISUB || op == LSUB) {
      text = a.text() + " " + Arithmetic.symbol(op) + " " + b.operand();
    }
    if (op == LCMP) {
      f.push(compared(t, f, a, b, r, text));
    } else {
      f.push(result(t, f, text, r, List.of(a, b)));
    }
    return true;
  }

  private Value compared(ThreadRun t, Frame f, Value a, Value b, Arithmetic.Result r, String text) {
    try {
      Linear difference = a.term().minus(b.term());
      return new Value(
          'I', Variable.Type.INT, r.bits(), Linear.constant(r.bits()), difference, text, -1, 0);
    } catch (ArithmeticException e) {
      return observed(t, f, text, 'I', Variable.Type.INT, r.bits(), List.of(a, b));
    }
  }

  private void unary(ThreadRun t, Frame f, int op) {
    Value a = f.pop();
    Arithmetic.Result r = arithmetic.unary(op, a);
    String text =
        isUnary(op)
            ? "-" + a.operand()
            : op == I2L || op == F2D ? a.text() : cast(op) + a.operand();
    f.push(result(t, f, text, r, List.of(a)));
  }

  private static String cast(int op) {
    return switch (op) {
      case L2I, F2I, D2I -> "(int) ";
      case I2B -> "(byte) ";
      case I2C -> "(char) ";
      case I2S -> "(short) ";
      case F2L, D2L -> "(long) ";
      case I2F, L2F, D2F -> "(float) ";
      default -> "(double) ";
    };
  }

  private Value result(
      ThreadRun t, Frame f, String text, Arithmetic.Result r, List<Value> operands) {
    Linear term = r.term();
    return term != null
        ? Value.of(r.kind(), Value.type(r.kind()), r.bits(), term, text)
        : observed(t, f, text, r.kind(), Value.type(r.kind()), r.bits(), operands);
  }

  /** One observed point: the operands as observed give the result as observed. */
  private Value observed(
      ThreadRun t,
      Frame f,
      String text,
      char kind,
      Variable.Type type,
      long bits,
      List<Value> operands) {
    List<Compare> guards = observedAs(operands);
    return guards.isEmpty()
        ? Value.constant(kind, type, bits, text)
        : temporary(t, f, text, kind, type, bits, Linear.constant(bits), guards, -1);
  }

  private static List<Compare> observedAs(List<Value> operands) {
    List<Compare> guards = new ArrayList<>();
    for (Value v : operands) {
      if (!v.isConstant()) {
        Compare c = Compare.equal(v.term(), Linear.constant(v.bits()));
        if (!guards.contains(c)) {
          guards.add(c);
        }
      }
    }
    return guards;
  }

  /** A statement whose result has no name in the program, or not yet. */
  private Value temporary(
      ThreadRun t,
      Frame f,
      String text,
      char kind,
      Variable.Type type,
      long bits,
      Linear value,
      List<Compare> guards,
      int read) {
    int base = out.base(text, text, t.number);
    int v =
        out.assign(t.number, f.location(), text, base, type, bits, value, guards, f.parent(), read);
    return new Value(kind, type, bits, Linear.variable(v), null, text, out.size() - 1, 0);
  }

  private void store(ThreadRun t, Frame f, int slot, Value v) {
    f.decided.clear();
    String name = f.method.local(slot, f.pc + 1);
    String descriptor = f.method.localDescriptor(slot, f.pc + 1);
    Variable.Type type = descriptor == null ? v.type() : Value.type(descriptor);
    Value stored;
    if (v.fresh() >= 0) {
      Statement s = out.statement(v.fresh());
      out.rename(out.variable(s.defined()).base(), name);
      out.describe(v.fresh(), name + " = " + s.text());
      stored = v.named(name).typed(type);
    } else if (isAlias(v)) {
      stored = v.named(name).typed(type);
    } else {
      stored = assignLocal(t, f, name, name + " = " + v.text(), v, type);
    }
    f.locals[slot] = stored.tainted(f.used());
  }

  /** A copy of one variable, or a reference that nothing decides: no statement of its own. */
  private static boolean isAlias(Value v) {
    Linear term = v.term();
    boolean copy =
        term.variableCount() == 1
            && term.constant() == 0
            && term.coefficient(term.variableAt(0)) == 1;
    return copy || (v.kind() == 'L' && v.bits() != 0 && term.isConstant());
  }

  private Value assignLocal(
      ThreadRun t, Frame f, String name, String text, Value v, Variable.Type type) {
    int base = out.base(name, name, t.number);
    int variable =
        out.assign(
            t.number,
            f.location(),
            text,
            base,
            type,
            v.bits(),
            v.term(),
            List.of(),
            f.parent(),
            -1);
    return Value.of(v.kind(), type, v.bits(), Linear.variable(variable), name);
  }

  private void increment(ThreadRun t, Frame f, IincInsnNode insn) {
    Value v = Objects.requireNonNull(f.locals[insn.var], "local");
    String name = f.method.local(insn.var, f.pc);
    int n = insn.incr;
    Arithmetic.Result r = arithmetic.binary(IADD, v, Value.integer(n));
    String text = n == 1 ? name + "++" : n == -1 ? name + "--" : name + " += " + n;
    Value sum = result(t, f, text, r, List.of(v));
    Value stored = assignLocal(t, f, name, text, sum, v.type());
    f.locals[insn.var] = stored.tainted(v.taint() | f.used());
  }

  /** A parameter: another name of the argument, or a statement where that is an expression. */
  Value parameter(ThreadRun t, Frame callee, Value v, String name, String descriptor) {
    Variable.Type type = Value.type(descriptor);
    return isAlias(v) || v.isConstant()
        ? v.named(name).typed(type)
        : assignLocal(t, callee, name, name + " = " + v.text(), v, type).tainted(v.taint());
  }

  // Branches.

  private void branch(ThreadRun t, Frame f, JumpInsnNode insn) {
    int op = insn.getOpcode();
    boolean two = op >= IF_ICMPEQ && op <= IF_ACMPNE;
    Value b = two ? f.pop() : null;
    Value a = f.pop();
    int relation = Conditions.relation(op);
    boolean jumps = Conditions.holds(relation, a.bits(), b == null ? 0 : b.bits());
    int held = jumps ? relation : Conditions.negated(relation);
    Linear left = a.compared() != null ? a.compared() : a.term();
    Compare condition = Conditions.compare(held, left, b == null ? Linear.ZERO : b.term());
    String text = Conditions.text(held, a, b);
    String otherwise = Conditions.text(Conditions.negated(held), a, b);
    int target = f.method.index(insn.label);
    decide(t, f, condition, text, otherwise, target, jumps);
    f.pc = jumps ? target : f.pc + 1;
  }

  private void switchTo(ThreadRun t, Frame f, LabelNode label) {
    Value v = f.pop();
    Compare condition = Compare.equal(v.term(), Linear.constant(v.bits()));
    int target = f.method.index(label);
    String text = v.text() + " == " + v.bits();
    decide(t, f, condition, text, v.text() + " != " + v.bits(), -1, true);
    f.pc = target;
  }

  private void decide(
      ThreadRun t,
      Frame f,
      Compare condition,
      String text,
      String otherwise,
      int target,
      boolean jumped) {
    int scope = f.parent();
    int own = -1;
    if (!condition.term().isConstant()) {
      own = out.branch(t.number, f.location(), "[" + text + "]", condition, List.of(), scope, -1);
      scope = own;
      f.decided.add(condition);
    }
    long taint = f.used();
    f.take(new Frame.Taken(scope, own, ++clock, target, jumped, otherwise, taint));
    if (taint != 0) {
      decided(f, taint);
    }
  }

  /** A branch that depends on guesses: so does what either side of it assigns, taken or not. */
  private static void decided(Frame f, long taint) {
    BranchRegion region = f.method.region(f.pc);
    for (int slot : region.locals()) {
      Value v = f.locals[slot];
      f.locals[slot] = v == null ? null : v.tainted(taint);
    }
    f.returning |= region.returns() ? 0 : taint;
  }

  private boolean leave(ThreadRun t, Frame f, @Nullable Value result) {
    long taint = f.control() | (result == null ? 0 : result.taint());
    t.pop();
    Frame caller = t.top();
    if (caller == null) {
      taints.returned(result == null ? 0 : taint);
      return false;
    }
    caller.scope |= f.returning;
    caller.returning |= f.returning;
    if (f.fromOutside) {
      caller.outside |= taint;
      return false; // the frame below waits for an event of its own
    }
    if (result != null) {
      caller.returned = result.tainted(taint);
    }
    return false;
  }

  // Instructions whose event has come.

  /** An instruction gave a value. */
  void value(ThreadRun t, Frame f, char kind, long recorded) {
    AbstractInsnNode insn = f.method.code[f.pc];
    int op = insn.getOpcode();
    f.begin();
    if (insn instanceof MethodInsnNode call) {
      if (call.name.equals("<init>")) {
        constructed(f, call, (int) recorded);
      } else {
        called(t, f, call, kind, recorded);
      }
      next(f);
      return;
    }
    long bits = bits(kind, recorded);
    switch (op) {
      case GETFIELD, GETSTATIC -> readField(t, f, (FieldInsnNode) insn, kind, bits);
      case IALOAD, LALOAD, FALOAD, DALOAD, AALOAD, BALOAD, CALOAD, SALOAD ->
          readElement(t, f, kind, bits, op);
      case INSTANCEOF -> {
        Value v = f.pop();
        String type = simple(((TypeInsnNode) insn).desc);
        String text = v.operand() + " instanceof " + type;
        f.push(observed(t, f, text, 'I', Variable.Type.BOOLEAN, bits, List.of(v)));
      }
      case NEWARRAY, ANEWARRAY -> {
        Value length = f.pop();
        String text = heap.name(bits) + "[" + length.text() + "]";
        heap.born(bits);
        f.push(Value.constant('L', Variable.Type.REFERENCE, bits, text));
      }
      case MULTIANEWARRAY -> {
        for (int i = 0; i < ((MultiANewArrayInsnNode) insn).dims; i++) {
          f.pop();
        }
        f.push(Value.constant('L', Variable.Type.REFERENCE, bits, heap.name(bits)));
      }
      case INVOKEDYNAMIC -> dynamic(t, f, (InvokeDynamicInsnNode) insn, kind, bits);
      default -> throw new LostTrack("value for opcode " + op);
    }
    next(f);
  }

  private long bits(char kind, long recorded) {
    return kind == 'L' ? heap.canonical((int) recorded) : recorded;
  }

  private static void next(Frame f) {
    f.inside = false;
    f.outside = 0;
    f.pc++;
  }

  /** An instruction without a result is done. */
  void done(ThreadRun t, Frame f) {
    AbstractInsnNode insn = f.method.code[f.pc];
    int op = insn.getOpcode();
    f.decided.clear();
    f.begin();
    switch (op) {
      case PUTFIELD, PUTSTATIC -> writeField(t, f, (FieldInsnNode) insn);
      case IASTORE, LASTORE, FASTORE, DASTORE, AASTORE, BASTORE, CASTORE, SASTORE ->
          writeElement(t, f, op);
      case CHECKCAST -> {}
      case INVOKEDYNAMIC -> popArguments(f, ((InvokeDynamicInsnNode) insn).desc);
      case INVOKEVIRTUAL, INVOKESPECIAL, INVOKESTATIC, INVOKEINTERFACE -> {
        MethodInsnNode call = (MethodInsnNode) insn;
        if (call.name.equals("<init>")) {
          leftBehind(f, call, popArguments(f, call.desc), f.pop());
        } else {
          called(t, f, call, 'V', 0);
        }
      }
      default -> throw new LostTrack("nothing to be done for opcode " + op);
    }
    next(f);
  }

  private void readField(ThreadRun t, Frame f, FieldInsnNode insn, char kind, long bits) {
    CapturedProgram.Field field = program.field(insn.owner, insn.name, insn.desc);
    Variable.Type type = Value.type(insn.desc);
    Value object = insn.getOpcode() == GETFIELD ? f.pop() : null;
    String text = fieldText(f, insn, object);
    if (field.isConstant()) {
      f.push(Value.constant(kind, type, bits, text));
      return;
    }
    Heap.Versions cell =
        heap.field(
            object == null ? 0 : object.bits(),
            field.key(),
            field.simpleName(),
            field.isCaptured());
    int version = heap.read(cell, type, bits);
    taints.load(f, version, object == null ? 0 : object.bits());
    f.push(read(t, f, text, kind, type, bits, version, address(object, null)));
  }

  private void readElement(ThreadRun t, Frame f, char kind, long bits, int op) {
    Value index = f.pop();
    Value array = f.pop();
    Variable.Type type = elementType(array, op);
    String text = array.operand() + "[" + index.text() + "]";
    Heap.Versions cell = heap.element(array.bits(), index.asInt(), array.operand());
    int version = heap.read(cell, type, bits);
    taints.load(f, version, array.bits());
    f.push(read(t, f, text, kind, type, bits, version, address(array, index)));
  }

  private Variable.Type elementType(Value array, int op) {
    Heap.Thing thing = heap.thing(array.bits());
    if (thing != null && thing.className().startsWith("[")) {
      return Value.type(thing.className().substring(1));
    }
    return switch (op) {
      case LALOAD, LASTORE -> Variable.Type.LONG;
      case FALOAD, FASTORE -> Variable.Type.FLOAT;
      case DALOAD, DASTORE -> Variable.Type.DOUBLE;
      case AALOAD, AASTORE -> Variable.Type.REFERENCE;
      case CALOAD, CASTORE -> Variable.Type.CHAR;
      default -> Variable.Type.INT;
    };
  }

  private Value read(
      ThreadRun t,
      Frame f,
      String text,
      char kind,
      Variable.Type type,
      long bits,
      int version,
      List<Compare> address) {
    return temporary(t, f, text, kind, type, bits, Linear.variable(version), address, version);
  }

  private void writeField(ThreadRun t, Frame f, FieldInsnNode insn) {
    CapturedProgram.Field field = program.field(insn.owner, insn.name, insn.desc);
    Value v = f.pop();
    Value object = insn.getOpcode() == PUTFIELD ? f.pop() : null;
    Heap.Versions cell =
        heap.field(
            object == null ? 0 : object.bits(),
            field.key(),
            field.simpleName(),
            field.isCaptured());
    write(t, f, fieldText(f, insn, object), Value.type(insn.desc), v, cell, address(object, null));
  }

  private void writeElement(ThreadRun t, Frame f, int op) {
    Value v = f.pop();
    Value index = f.pop();
    Value array = f.pop();
    Heap.Versions cell = heap.element(array.bits(), index.asInt(), array.operand());
    String text = array.operand() + "[" + index.text() + "]";
    write(t, f, text, elementType(array, op), v, cell, address(array, index));
  }

  private void write(
      ThreadRun t,
      Frame f,
      String target,
      Variable.Type type,
      Value v,
      Heap.Versions cell,
      List<Compare> address) {
    int variable = heap.written(cell, type, v.bits());
    out.define(
        variable,
        t.number,
        f.location(),
        target + " = " + v.text(),
        v.term(),
        address,
        f.parent(),
        -1);
    taints.store(f, variable);
  }

  private static List<Compare> address(@Nullable Value object, @Nullable Value index) {
    List<Value> parts = new ArrayList<>();
    if (object != null) {
      parts.add(object);
    }
    if (index != null) {
      parts.add(index);
    }
    return observedAs(parts);
  }

  private static String fieldText(Frame f, FieldInsnNode insn, @Nullable Value object) {
    if (object == null) {
      return insn.owner.equals(f.method.className)
          ? insn.name
          : simple(insn.owner) + "." + insn.name;
    }
    return object.text().equals("this") ? insn.name : object.operand() + "." + insn.name;
  }

  private static String simple(String internalName) {
    String s = internalName.substring(internalName.lastIndexOf('/') + 1);
    return s.substring(s.lastIndexOf('$') + 1);
  }

  private static List<Value> popArguments(Frame f, String descriptor) {
    List<Value> arguments = new ArrayList<>();
    for (int i = Type.getArgumentTypes(descriptor).length; i > 0; i--) {
      arguments.add(0, f.pop());
    }
    return arguments;
  }

  private void constructed(Frame f, MethodInsnNode call, int recorded) {
    List<Value> arguments = popArguments(f, call.desc);
    Value object = f.pop();
    f.returned = null;
    heap.is(object.bits(), recorded);
    leftBehind(f, call, arguments, object);
  }

  private void dynamic(ThreadRun t, Frame f, InvokeDynamicInsnNode insn, char kind, long bits) {
    List<Value> arguments = popArguments(f, insn.desc);
    Variable.Type type = Value.type(Type.getReturnType(insn.desc).getDescriptor());
    boolean lambda = insn.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory");
    if (lambda) {
      String text = "";
      if (insn.bsmArgs.length > 1 && insn.bsmArgs[1] instanceof Handle h) {
        text = "lambda";
        taints.made(f, bits, h.getOwner() + "." + h.getName() + h.getDesc());
      }
      f.begin(); // which object it is does not depend on what it keeps
      f.push(Value.constant(kind, type, bits, text + "#" + bits));
      return;
    }
    String text = insn.name + "(" + list(arguments) + ")";
    taints.called(f, insn.name, arguments, null, heap);
    f.push(observed(t, f, text, kind, type, bits, arguments));
  }

  private static String list(List<Value> arguments) {
    List<String> texts = new ArrayList<>();
    arguments.forEach(a -> texts.add(a.text()));
    return String.join(", ", texts);
  }

  /** A call has returned: what the captured method gave, or one observed point. */
  private void called(ThreadRun t, Frame f, MethodInsnNode call, char kind, long recorded) {
    List<Value> arguments = popArguments(f, call.desc);
    Value receiver = call.getOpcode() == INVOKESTATIC ? null : f.pop();
    Value returned = f.returned;
    f.returned = null;
    String text = callText(call, receiver, arguments);
    if (returned != null && kind == returned.kind() && isSame(returned, recorded)) {
      f.begin();
      f.use(returned.taint());
      f.push(new Value(kind, returned.type(), returned.bits(), returned.term(), null, text, -1, 0));
      return;
    }
    leftBehind(f, call, arguments, receiver);
    long bits = bits(kind, recorded);
    Type type = Type.getReturnType(call.desc);
    List<Value> operands = new ArrayList<>(arguments);
    List<Compare> state = List.of();
    if (receiver != null) {
      operands.add(0, receiver);
      state = state(t, f, call, receiver, operands, text);
    }
    if (kind == 'V') {
      return;
    }
    Variable.Type shown = Value.type(type.getDescriptor());
    if (state.isEmpty()) {
      f.push(observed(t, f, text, kind, shown, bits, operands));
    } else {
      List<Compare> guards = new ArrayList<>(observedAs(operands));
      guards.addAll(state);
      int read = state.get(0).term().variableAt(0);
      f.push(temporary(t, f, text, kind, shown, bits, Linear.constant(bits), guards, read));
    }
  }

  private void leftBehind(
      Frame f, MethodInsnNode call, List<Value> arguments, @Nullable Value receiver) {
    if (!f.inside) {
      taints.called(f, call.name, arguments, receiver, heap);
    }
  }

  private boolean isSame(Value returned, long recorded) {
    return returned.kind() == 'L'
        ? heap.is(returned.bits(), (int) recorded)
        : returned.bits() == recorded;
  }

  /**
   * The state of an object that is not captured, as one cell: a call reads it, and unless the
   * method is one that only looks, it gives it a new version.
   *
   * @return what the result depends on beside the arguments
   */
  private List<Compare> state(
      ThreadRun t,
      Frame f,
      MethodInsnNode call,
      Value receiver,
      List<Value> operands,
      String text) {
    Heap.Thing thing = heap.thing(receiver.bits());
    if (thing == null || !ObjectState.isKept(thing.className(), program)) {
      return List.of();
    }
    Heap.Versions cell = heap.field(receiver.bits(), "state", "state", false);
    int version = heap.read(cell, Variable.Type.INT, ObjectState.version(cell));
    Compare before =
        Compare.equal(Linear.variable(version), Linear.constant(out.variable(version).value()));
    if (ObjectState.onlyLooks(call.name)) {
      return List.of(before);
    }
    List<Compare> guards = new ArrayList<>(observedAs(operands));
    guards.add(before);
    long next = out.variable(version).value() + 1;
    int changed = heap.written(cell, Variable.Type.INT, next);
    out.define(
        changed, t.number, f.location(), text, Linear.constant(next), guards, f.parent(), version);
    return List.of(Compare.equal(Linear.variable(changed), Linear.constant(next)));
  }

  private static String callText(
      MethodInsnNode call, @Nullable Value receiver, List<Value> arguments) {
    String to =
        receiver == null
            ? simple(call.owner) + "."
            : receiver.text().equals("this") ? "" : receiver.operand() + ".";
    return to + call.name + "(" + list(arguments) + ")";
  }
}
