package dev.prescient.slicer.symbolic;

import dev.prescient.slicer.formula.Linear;
import dev.prescient.slicer.formula.Literal.Compare;
import dev.prescient.slicer.formula.Statement;
import dev.prescient.slicer.formula.TraceFormula;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * What decided an exception: the goals of the trace formula.
 *
 * <p>State: {@code origins} grows along the trace.
 */
final class Decisions {
  private final TraceFormula.Builder out;
  private final Heap heap;
  private final CapturedProgram program;
  private final Map<Long, ThrowPoint> origins = new HashMap<>();

  Decisions(TraceFormula.Builder out, Heap heap, CapturedProgram program) {
    this.out = out;
    this.heap = heap;
    this.program = program;
  }

  /** An exception of the JVM; where its operand is a constant, the branch above decided it. */
  ThrowPoint throwPoint(ThreadRun t, Frame f, List<Compare> goals, String text) {
    boolean constant = goals.stream().allMatch(g -> g.term().isConstant());
    return constant ? above(t, f) : new ThrowPoint(t.number, f.location(), goals, text);
  }

  /** An exception thrown by {@code athrow}: decided where it was thrown first. */
  ThrowPoint thrown(ThreadRun t, Frame f, long exception) {
    ThrowPoint known = origins.get(exception);
    if (known != null) {
      return known;
    }
    ThrowPoint point = above(t, f);
    ThrowPoint cause = f.caught == 0 ? null : origins.get(f.caught);
    if (point.goals().isEmpty() && cause != null) {
      point = cause;
    }
    origins.put(exception, point);
    return point;
  }

  /** A handler got an exception that was on its way. */
  void caught(long exception, ThrowPoint from) {
    origins.putIfAbsent(exception, from);
  }

  /**
   * The exception that the instruction a frame waits at gave: a cast or a call; a call that did not
   * return because it ends the program counts, too.
   */
  ThrowPoint here(ThreadRun t, Frame f) {
    List<Compare> goals = new ArrayList<>();
    AbstractInsnNode insn = f.method.code[Math.min(f.pc, f.method.code.length - 1)];
    String text = "";
    if (insn.getOpcode() == Opcodes.CHECKCAST) {
      differs(f.peek(0), goals);
      text = f.peek(0).text() + " is of another class";
    } else if (insn instanceof MethodInsnNode call) {
      int n = Type.getArgumentTypes(call.desc).length;
      n += call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1;
      for (int i = 0; i < n; i++) {
        differs(f.peek(i), goals);
      }
      if (call.getOpcode() != Opcodes.INVOKESTATIC) {
        state(f.peek(n - 1), goals);
      }
      text = call.name + "() is called otherwise";
    }
    return goals.isEmpty() ? above(t, f) : new ThrowPoint(t.number, f.location(), goals, text);
  }

  private static void differs(Value v, List<Compare> goals) {
    if (!v.isConstant()) {
      goals.add(Compare.equal(v.term(), Linear.constant(v.bits())).negated());
    }
  }

  private void state(Value receiver, List<Compare> goals) {
    Heap.Thing thing = heap.thing(receiver.bits());
    if (thing != null && ObjectState.isKept(thing.className(), program)) {
      int newest = heap.field(receiver.bits(), "state", "state", false).newest();
      if (newest >= 0) {
        long value = out.variable(newest).value();
        goals.add(Compare.equal(Linear.variable(newest), Linear.constant(value)).negated());
      }
    }
  }

  /** The branch in whose scope a frame stands, with those that led to the same place. */
  private ThrowPoint above(ThreadRun t, Frame f) {
    List<Compare> goals = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    int target = -1;
    for (int branch = f.parent(); branch >= 0; ) {
      Statement s = out.statement(branch);
      Frame.Taken taken = taken(t, branch);
      Compare condition = s.condition();
      if (condition == null
          || taken == null
          || (!goals.isEmpty() && (taken.jumped() || taken.target() != target))) {
        break;
      }
      goals.add(condition.negated());
      texts.add(0, taken.otherwise());
      if (taken.jumped()) {
        break;
      }
      target = taken.target();
      branch = s.parent();
    }
    return new ThrowPoint(t.number, f.location(), goals, String.join(" || ", texts));
  }

  private static Frame.@Nullable Taken taken(ThreadRun t, int branch) {
    for (int i = t.frames.size() - 1; i >= 0; i--) {
      for (Frame.Taken taken : t.frames.get(i).taken.values()) {
        if (taken.statement() == branch) {
          return taken;
        }
      }
    }
    return null;
  }
}
