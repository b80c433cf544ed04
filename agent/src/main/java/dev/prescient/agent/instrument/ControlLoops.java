package dev.prescient.agent.instrument;

import static dev.prescient.agent.instrument.ControlPass.CONTROL;
import static dev.prescient.agent.instrument.ControlPass.hook;
import static dev.prescient.agent.instrument.ControlPass.list;
import static dev.prescient.agent.instrument.ControlPass.site;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Back edges of loops that are not counted. A loop whose test is on a variable that its own back
 * edge steps needs no hook (hooking every back edge cost 5–6×); a spin is told apart, see {@link
 * SpinProof}.
 */
final class ControlLoops {
  private static final String LOOPS = CONTROL + "Loops";

  private ControlLoops() {}

  /**
   * A loop: positions in the method's original instructions.
   *
   * @param head of the label that the back edges jump to
   * @param end of the last back edge
   */
  record Loop(LabelNode label, int head, int end, List<JumpInsnNode> backEdges) {}

  static void weave(WovenClass c, MethodNode m, AbstractInsnNode[] code) {
    List<Loop> loops = loops(code);
    int counter = -1;
    for (Loop loop : loops) {
      if (SpinProof.isSpin(c, m, code, loop)) {
        spin(c, m, code, loop);
        continue;
      }
      for (JumpInsnNode edge : loop.backEdges) {
        if (isCounted(code, loop, edge)) {
          continue;
        }
        if (counter < 0) {
          counter = m.maxLocals++;
          Frames.append(m, counter, Opcodes.INTEGER);
        }
        m.instructions.insertBefore(
            edge,
            list(
                new IincInsnNode(counter, 1),
                new VarInsnNode(Opcodes.ILOAD, counter),
                site(c, m, edge, null),
                hook(LOOPS, "backEdge", "(II)V")));
      }
    }
    if (counter >= 0) {
      m.instructions.insert(
          list(new InsnNode(Opcodes.ICONST_0), new VarInsnNode(Opcodes.ISTORE, counter)));
    }
  }

  private static List<Loop> loops(AbstractInsnNode[] code) {
    Map<AbstractInsnNode, Integer> position = new HashMap<>();
    Map<LabelNode, Loop> loops = new HashMap<>();
    List<LabelNode> order = new ArrayList<>();
    for (int i = 0; i < code.length; i++) {
      position.put(code[i], i);
      if (code[i] instanceof JumpInsnNode jump) {
        Integer head = position.get(jump.label);
        if (head != null) {
          Loop known = loops.get(jump.label);
          List<JumpInsnNode> edges = known == null ? new ArrayList<>() : known.backEdges;
          edges.add(jump);
          if (known == null) {
            order.add(jump.label);
          }
          loops.put(jump.label, new Loop(jump.label, head, i, edges));
        }
      }
    }
    List<Loop> result = new ArrayList<>();
    for (LabelNode label : order) {
      Loop loop = loops.get(label);
      if (loop != null) {
        result.add(loop);
      }
    }
    return result;
  }

  // --------------------------------------------------------------------------------------- spins

  private static void spin(WovenClass c, MethodNode m, AbstractInsnNode[] code, Loop loop) {
    for (JumpInsnNode edge : loop.backEdges) {
      m.instructions.insertBefore(edge, list(site(c, m, edge, null), hook(LOOPS, "spin", "(I)V")));
    }
    int start = loop.head;
    while (start > 0 && code[start - 1].getOpcode() < 0) {
      start--;
    }
    if (start == 0) {
      m.instructions.insert(hook(LOOPS, "enterSpin", "()V"));
    } else if (fallsThrough(code[start - 1])) {
      m.instructions.insert(code[start - 1], hook(LOOPS, "enterSpin", "()V"));
    }
    for (int i = 0; i < code.length; i++) {
      if (i >= start && i <= loop.end) {
        continue;
      }
      if (code[i] instanceof JumpInsnNode jump && within(code, jump.label, start, loop.end)) {
        m.instructions.insertBefore(jump, hook(LOOPS, "enterSpin", "()V"));
      }
    }
  }

  private static boolean within(AbstractInsnNode[] code, LabelNode label, int from, int to) {
    for (int i = from; i <= to; i++) {
      if (code[i] == label) {
        return true;
      }
    }
    return false;
  }

  private static boolean fallsThrough(AbstractInsnNode insn) {
    int op = insn.getOpcode();
    return op != Opcodes.GOTO
        && op != Opcodes.ATHROW
        && op != Opcodes.TABLESWITCH
        && op != Opcodes.LOOKUPSWITCH
        && op != Opcodes.RET
        && op != Opcodes.JSR
        && !(op >= Opcodes.IRETURN && op <= Opcodes.RETURN);
  }

  // ------------------------------------------------------------------------------- counted loops

  /** {@code for (…; i < n; i++)} as javac writes it: the edge steps what the head loads first. */
  private static boolean isCounted(AbstractInsnNode[] code, Loop loop, JumpInsnNode edge) {
    if (edge.getOpcode() != Opcodes.GOTO) {
      return false;
    }
    int stepped = stepped(edge);
    return stepped >= 0 && stepped == firstLoad(code, loop.head);
  }

  private static int stepped(JumpInsnNode edge) {
    AbstractInsnNode last = real(edge.getPrevious());
    if (last instanceof IincInsnNode step) {
      return step.var;
    }
    if (last instanceof VarInsnNode store
        && (store.getOpcode() == Opcodes.LSTORE || store.getOpcode() == Opcodes.ISTORE)) {
      AbstractInsnNode sum = real(store.getPrevious());
      int op = sum == null ? -1 : sum.getOpcode();
      if (op == Opcodes.LADD || op == Opcodes.LSUB || op == Opcodes.IADD || op == Opcodes.ISUB) {
        return store.var;
      }
    }
    return -1;
  }

  private static @Nullable AbstractInsnNode real(@Nullable AbstractInsnNode insn) {
    AbstractInsnNode i = insn;
    while (i != null && i.getOpcode() < 0) {
      i = i.getPrevious();
    }
    return i;
  }

  private static int firstLoad(AbstractInsnNode[] code, int head) {
    for (int i = head; i < code.length; i++) {
      if (code[i] instanceof JumpInsnNode) {
        return -1;
      }
      int op = code[i].getOpcode();
      if (op == Opcodes.ILOAD || op == Opcodes.LLOAD) {
        return ((VarInsnNode) code[i]).var;
      }
    }
    return -1;
  }
}
