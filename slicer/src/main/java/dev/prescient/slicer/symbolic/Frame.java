package dev.prescient.slicer.symbolic;

import dev.prescient.slicer.formula.Literal.Compare;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;

/**
 * A method call being executed again.
 *
 * <p>State: changed by the {@link Interpreter} only. {@code pc} is the instruction to execute next,
 * or the one whose event is awaited.
 */
final class Frame {
  /**
   * A branch as it went last.
   *
   * @param parent the statement in whose scope what depends on the branch stands, or -1
   * @param statement the branch's own statement, or -1 if it was decided by constants
   * @param when orders the branches of the trace
   * @param target instruction it may jump to, or -1 for a switch
   * @param jumped whether it did
   * @param otherwise the condition under which it would have gone the other way, as text
   * @param taint guesses that decided that and how it was taken
   */
  record Taken(
      int parent,
      int statement,
      long when,
      int target,
      boolean jumped,
      String otherwise,
      long taint) {}

  final MethodCode method;

  /** Whether the caller is not captured. */
  final boolean fromOutside;

  /** The branch in whose scope the call stands, or -1. */
  final int callerParent;

  final @Nullable Value[] locals;
  final List<Value> stack = new ArrayList<>();

  /** By branch instruction. */
  final Map<Integer, Taken> taken = new HashMap<>();

  /** Conditions decided since the last side effect: they make up a materialised boolean. */
  final List<Compare> decided = new ArrayList<>();

  int pc;

  /** What the method called at {@code pc} returned, before its event says so. */
  @Nullable Value returned;

  /** The exception of the handler entered last, or 0. */
  long caught;

  /** Guesses that decided that the call began and, by exceptions, that it got this far. */
  long scope;

  /** Guesses that decided that the call returns at all. */
  long returning;

  /** Whether the method called at {@code pc} is captured and was given its arguments there. */
  boolean inside;

  /** Guesses that captured methods depend on which the code called at {@code pc} has called. */
  long outside;

  private boolean guessed;
  private long used;

  Frame(MethodCode method, boolean fromOutside, int callerParent) {
    this.method = method;
    this.fromOutside = fromOutside;
    this.callerParent = callerParent;
    locals = new Value[method.maxLocals];
  }

  /** The branch in whose scope the present instruction stands, or -1. */
  int parent() {
    Taken latest = latest();
    return latest == null ? callerParent : latest.parent();
  }

  private @Nullable Taken latest() {
    Taken latest = null;
    for (int branch : method.branchesAbove(pc)) {
      Taken t = taken.get(branch);
      if (t != null && (latest == null || t.when() > latest.when())) {
        latest = t;
      }
    }
    return latest;
  }

  /** A branch is decided. */
  void take(Taken branch) {
    taken.put(pc, branch);
    guessed |= branch.taint() != 0;
  }

  /** Guesses that decided that the present instruction is executed. */
  long control() {
    Taken latest = guessed ? latest() : null;
    return latest == null ? scope : scope | latest.taint();
  }

  /** An instruction begins: so far it has used nothing. */
  void begin() {
    used = 0;
  }

  /** The present instruction uses something that depends on these guesses. */
  void use(long taint) {
    used |= taint;
  }

  /** Guesses that the effect of the present instruction depends on. */
  long used() {
    return used | control();
  }

  /** Guesses that the operand stack depends on. */
  long stackTaint() {
    long taint = 0;
    for (Value v : stack) {
      taint |= v.taint();
    }
    return taint;
  }

  /** Pushes a result: it depends on what the instruction used, and that it is executed. */
  void push(Value v) {
    stack.add(v.tainted(used()));
  }

  /** Pushes a value as it is. */
  void putBack(Value v) {
    stack.add(v);
  }

  Value pop() {
    if (stack.isEmpty()) {
      throw new LostTrack("empty operand stack");
    }
    Value v = stack.remove(stack.size() - 1);
    used |= v.taint();
    return v;
  }

  Value peek(int depth) {
    if (depth >= stack.size()) {
      throw new LostTrack("operand stack of " + stack.size());
    }
    return stack.get(stack.size() - 1 - depth);
  }

  AbstractInsnNode insn() {
    return method.code[pc];
  }

  String location() {
    return method.location(pc);
  }
}
