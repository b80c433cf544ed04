package dev.prescient.agent.instrument;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Proves that a loop is a spin: its body writes no memory, calls only what looks or gives way, and
 * no branch, and nothing that may throw, depends on a local variable carried from one iteration to
 * the next. Then an iteration that reads the same memory takes the same way, and only another
 * thread can end the loop. What cannot be proved is no spin.
 *
 * <p>A local that each iteration sets anew from what it reads is not carried: what it holds at the
 * head depends on the way that the last iteration took and on the memory. There are few ways, so
 * that while the memory stays, iterations soon repeat themselves.
 *
 * <p>The proof walks one iteration over the two values {@link SpinValue#carried()} true and false;
 * the body must have no inner loop.
 */
final class SpinProof {
  private static final int MAX_INSTRUCTIONS = 200;

  /** At most 2^n ways through an iteration: fewer than the iterations that make a verdict. */
  private static final int MAX_BRANCHES = 10;

  private SpinProof() {}

  static boolean isSpin(
      WovenClass c, MethodNode m, AbstractInsnNode[] code, ControlLoops.Loop loop) {
    if (loop.end() - loop.head() > MAX_INSTRUCTIONS || !isPlain(code, loop)) {
      return false;
    }
    BitSet anew = new BitSet();
    while (true) {
      SpinInterpreter interpreter = new SpinInterpreter(c);
      Frame<SpinValue> end = iteration(m, code, loop, anew, interpreter);
      if (end == null || !interpreter.failed()) {
        return end != null;
      }
      BitSet more = setAnew(end);
      more.andNot(anew);
      if (more.isEmpty() || branches(code, loop) > MAX_BRANCHES) {
        return false;
      }
      anew.or(more);
    }
  }

  /**
   * Walks over one iteration.
   *
   * @param anew locals that every iteration sets from what it reads
   * @return what all back edges have in common; null if there is something that we do not
   *     understand
   */
  private static @Nullable Frame<SpinValue> iteration(
      MethodNode m,
      AbstractInsnNode[] code,
      ControlLoops.Loop loop,
      BitSet anew,
      SpinInterpreter interpreter) {
    Map<LabelNode, Frame<SpinValue>> arriving = new HashMap<>();
    Frame<SpinValue> frame = head(m, code, loop, anew);
    handlers(m, code, loop, anew, arriving);
    try {
      for (int i = loop.head(); i <= loop.end(); i++) {
        AbstractInsnNode insn = code[i];
        if (insn instanceof LabelNode label && (label != loop.label() || frame == null)) {
          frame = meet(frame, arriving.get(label), interpreter);
        }
        if (insn.getOpcode() >= 0 && frame != null) {
          frame = step(insn, frame, arriving, loop, interpreter);
        }
      }
    } catch (AnalyzerException | RuntimeException e) {
      return null; // a stack that is not empty at the head, or code we do not understand
    }
    return arriving.get(loop.label());
  }

  /** The locals that are not carried over a back edge. */
  private static BitSet setAnew(Frame<SpinValue> end) {
    BitSet anew = new BitSet();
    for (int v = 0; v < end.getLocals(); v++) {
      anew.set(v, !end.getLocal(v).carried());
    }
    return anew;
  }

  private static int branches(AbstractInsnNode[] code, ControlLoops.Loop loop) {
    int branches = 0;
    for (int i = loop.head(); i <= loop.end(); i++) {
      if (code[i] instanceof JumpInsnNode jump && jump.getOpcode() != Opcodes.GOTO) {
        branches++;
      } else if (code[i] instanceof TableSwitchInsnNode s) {
        branches += s.labels.size();
      } else if (code[i] instanceof LookupSwitchInsnNode s) {
        branches += s.labels.size();
      }
    }
    return branches;
  }

  /** No inner loop, no subroutine. */
  private static boolean isPlain(AbstractInsnNode[] code, ControlLoops.Loop loop) {
    Set<LabelNode> before = new HashSet<>();
    for (int i = 0; i < code.length; i++) {
      if (code[i] instanceof LabelNode label) {
        before.add(label);
      }
      boolean inside = i >= loop.head() && i <= loop.end();
      if (inside && code[i] instanceof JumpInsnNode jump) {
        if (jump.label != loop.label() && before.contains(jump.label)) {
          return false;
        }
      }
      if (inside && (code[i].getOpcode() == Opcodes.JSR || code[i].getOpcode() == Opcodes.RET)) {
        return false;
      }
    }
    return true;
  }

  /** A handler in the body may be reached from anywhere in it, with the exception on the stack. */
  private static void handlers(
      MethodNode m,
      AbstractInsnNode[] code,
      ControlLoops.Loop loop,
      BitSet anew,
      Map<LabelNode, Frame<SpinValue>> arriving) {
    for (TryCatchBlockNode block : m.tryCatchBlocks) {
      for (int i = loop.head(); i <= loop.end(); i++) {
        if (code[i] == block.handler) {
          Frame<SpinValue> frame = head(m, code, loop, anew);
          frame.push(SpinValue.FIXED);
          arriving.put(block.handler, frame);
        }
      }
    }
  }

  /** What an iteration starts with: locals that the body stores are carried, the others not. */
  private static Frame<SpinValue> head(
      MethodNode m, AbstractInsnNode[] code, ControlLoops.Loop loop, BitSet anew) {
    Frame<SpinValue> frame = new Frame<>(m.maxLocals, m.maxStack + 4);
    for (int v = 0; v < m.maxLocals; v++) {
      frame.setLocal(v, SpinValue.FIXED);
    }
    for (int i = loop.head(); i <= loop.end(); i++) {
      if (code[i] instanceof IincInsnNode step) {
        frame.setLocal(step.var, SpinValue.CARRIED);
      } else if (code[i] instanceof VarInsnNode store && store.getOpcode() >= Opcodes.ISTORE) {
        boolean wide = store.getOpcode() == Opcodes.LSTORE || store.getOpcode() == Opcodes.DSTORE;
        frame.setLocal(store.var, SpinValue.CARRIED);
        if (wide) {
          frame.setLocal(store.var + 1, SpinValue.CARRIED);
        }
      }
    }
    for (int v = anew.nextSetBit(0); v >= 0; v = anew.nextSetBit(v + 1)) {
      frame.setLocal(v, SpinValue.FIXED);
    }
    return frame;
  }

  private static @Nullable Frame<SpinValue> step(
      AbstractInsnNode insn,
      Frame<SpinValue> frame,
      Map<LabelNode, Frame<SpinValue>> arriving,
      ControlLoops.Loop loop,
      SpinInterpreter interpreter)
      throws AnalyzerException {
    Frame<SpinValue> after = new Frame<>(frame);
    if (insn instanceof IincInsnNode) {
      return after; // carried already
    }
    if (insn instanceof VarInsnNode var) {
      return move(var, after);
    }
    after.execute(insn, interpreter);
    if (insn instanceof JumpInsnNode jump) {
      if (jump.label == loop.label() && after.getStackSize() != 0) {
        throw new AnalyzerException(insn, "stack not empty at the loop's head");
      }
      arrive(arriving, jump.label, after, interpreter);
      return jump.getOpcode() == Opcodes.GOTO ? null : after;
    }
    if (insn instanceof TableSwitchInsnNode s) {
      return branch(s.labels, s.dflt, after, arriving, interpreter);
    }
    if (insn instanceof LookupSwitchInsnNode s) {
      return branch(s.labels, s.dflt, after, arriving, interpreter);
    }
    int op = insn.getOpcode();
    boolean leaves = op == Opcodes.ATHROW || (op >= Opcodes.IRETURN && op <= Opcodes.RETURN);
    return leaves ? null : after;
  }

  /** Loads and stores by slot; the kinds' sizes are the verifier's business. */
  private static Frame<SpinValue> move(VarInsnNode insn, Frame<SpinValue> frame) {
    int op = insn.getOpcode();
    boolean wide =
        op == Opcodes.LLOAD || op == Opcodes.DLOAD || op == Opcodes.LSTORE || op == Opcodes.DSTORE;
    if (op < Opcodes.ISTORE) {
      boolean carried = frame.getLocal(insn.var).carried();
      frame.push(SpinValue.of(carried, wide));
    } else {
      SpinValue stored = frame.pop();
      frame.setLocal(insn.var, SpinValue.of(stored.carried(), false));
      if (wide) {
        frame.setLocal(insn.var + 1, SpinValue.of(stored.carried(), false));
      }
    }
    return frame;
  }

  private static @Nullable Frame<SpinValue> branch(
      List<LabelNode> labels,
      LabelNode fallback,
      Frame<SpinValue> frame,
      Map<LabelNode, Frame<SpinValue>> arriving,
      SpinInterpreter interpreter)
      throws AnalyzerException {
    for (LabelNode label : labels) {
      arrive(arriving, label, frame, interpreter);
    }
    arrive(arriving, fallback, frame, interpreter);
    return null;
  }

  private static void arrive(
      Map<LabelNode, Frame<SpinValue>> arriving,
      LabelNode label,
      Frame<SpinValue> frame,
      SpinInterpreter interpreter)
      throws AnalyzerException {
    Frame<SpinValue> met = meet(new Frame<>(frame), arriving.get(label), interpreter);
    if (met != null) {
      arriving.put(label, met);
    }
  }

  private static @Nullable Frame<SpinValue> meet(
      @Nullable Frame<SpinValue> a, @Nullable Frame<SpinValue> b, SpinInterpreter interpreter)
      throws AnalyzerException {
    if (a == null) {
      return b == null ? null : new Frame<>(b);
    }
    if (b != null) {
      a.merge(b, interpreter);
    }
    return a;
  }

  /** Whether a call can stand in a spin: it gives way, or only looks. */
  static boolean mayStand(WovenClass c, MethodInsnNode call) {
    if (call.owner.equals("java/lang/Thread")) {
      return Set.of("sleep", "yield", "onSpinWait", "isAlive", "isInterrupted", "currentThread")
          .contains(call.name);
    }
    boolean library =
        call.owner.startsWith("java/util/") || call.owner.equals("java/lang/invoke/VarHandle");
    if (library && ControlCalls.looks(call.owner, call.name)) {
      return true;
    }
    boolean unboxes =
        Set.of("java/lang/Boolean", "java/lang/Integer", "java/lang/Long").contains(call.owner)
            && call.name.endsWith("Value");
    return unboxes || isGetter(c, call);
  }

  /** A method of the same class that cannot be another one at run time, and only reads. */
  private static boolean isGetter(WovenClass c, MethodInsnNode call) {
    if (!call.owner.equals(c.node.name)) {
      return false;
    }
    for (MethodNode m : c.node.methods) {
      if (m.name.equals(call.name) && m.desc.equals(call.desc)) {
        int fixed = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_PRIVATE;
        boolean isFixed = ((m.access | c.node.access) & fixed) != 0;
        return isFixed && onlyReads(c, m);
      }
    }
    return false;
  }

  private static boolean onlyReads(WovenClass c, MethodNode m) {
    if ((m.access & (Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) != 0) {
      return false;
    }
    for (AbstractInsnNode insn : c.original(m)) {
      int op = insn.getOpcode();
      boolean plain =
          op < 0
              || op <= Opcodes.ALOAD
              || op == Opcodes.GETFIELD
              || op == Opcodes.GETSTATIC
              || (op >= Opcodes.IADD && op <= Opcodes.LXOR)
              || (op >= Opcodes.I2L && op <= Opcodes.DCMPG)
              || (op >= Opcodes.IRETURN && op <= Opcodes.RETURN)
              || (insn instanceof JumpInsnNode jump && isForward(jump));
      if (!plain) {
        return false;
      }
    }
    return true;
  }

  private static boolean isForward(JumpInsnNode jump) {
    for (AbstractInsnNode i = jump.getNext(); i != null; i = i.getNext()) {
      if (i == jump.label) {
        return true;
      }
    }
    return false;
  }
}
