package dev.prescient.agent.instrument;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * An innermost loop that counts a local up or down by a constant and does nothing that could order
 * its accesses against those of other threads: no call, no monitor, no volatile access. Its
 * instructions lie from its head, a label, to the one jump back; inside it control only goes
 * forward.
 */
final class CountedLoop implements Opcodes {
  /** A way out: a jump, a return, or null for what follows the jump back. */
  record Exit(@Nullable AbstractInsnNode insn, int at) {}

  private static final List<String> PURE =
      List.of(
          "java/lang/Math",
          "java/lang/StrictMath",
          "java/lang/Integer",
          "java/lang/Long",
          "java/lang/Float",
          "java/lang/Double",
          "java/lang/Character");

  final MethodCode code;
  final int head;
  final int end;
  final FrameNode frame;
  final List<Exit> exits = new ArrayList<>();

  /** Places that not every iteration passes. */
  final BitSet conditional = new BitSet();

  /** Locals that hold another value, or another type, somewhere in the loop. */
  final BitSet changed = new BitSet();

  private final List<IincInsnNode> increments = new ArrayList<>();
  private final List<Integer> incrementsAt = new ArrayList<>();

  private CountedLoop(MethodCode code, int head, int end, FrameNode frame) {
    this.code = code;
    this.head = head;
    this.end = end;
    this.frame = frame;
  }

  /** The loop of a jump back, or null if it is not of this kind. */
  static @Nullable CountedLoop find(MethodCode code, int jump) {
    if (!(code.insns[jump] instanceof JumpInsnNode back) || code.at(back.label) >= jump) {
      return null;
    }
    int head = code.at(back.label);
    FrameNode frame = code.frameAt(head);
    if (frame == null || !frame.stack.isEmpty() || hasUninitialized(frame)) {
      return null;
    }
    CountedLoop loop = new CountedLoop(code, head, jump, frame);
    return loop.scan() && loop.isEnteredAtHead() && loop.tryBlocksFit() ? loop : null;
  }

  private static boolean hasUninitialized(FrameNode f) {
    return f.local.stream().anyMatch(o -> o instanceof LabelNode || o == UNINITIALIZED_THIS);
  }

  private boolean scan() {
    BitSet stored = new BitSet();
    for (int k = head; k <= end; k++) {
      AbstractInsnNode insn = code.insns[k];
      int opcode = insn.getOpcode();
      if (insn instanceof JumpInsnNode jump) {
        int target = code.at(jump.label);
        if (target < head || target > end) {
          if (opcode == JSR || !isPlainTarget(target)) {
            return false;
          }
          exits.add(new Exit(insn, k));
        } else if (k != end) {
          if (target <= k) {
            return false;
          }
          conditional.set(k + 1, target);
        }
      } else if (insn instanceof IincInsnNode inc) {
        increments.add(inc);
        incrementsAt.add(k);
      } else if (insn instanceof VarInsnNode v && opcode >= ISTORE && opcode <= ASTORE) {
        stored.set(v.var);
        if (opcode == LSTORE || opcode == DSTORE) {
          stored.set(v.var + 1);
        }
      } else if (opcode >= IRETURN && opcode <= RETURN) {
        exits.add(new Exit(insn, k));
      } else if (insn instanceof FrameNode f && k > head) {
        if (hasUninitialized(f)) {
          return false;
        }
        differences(f);
      } else if (!isQuiet(insn)) {
        return false;
      }
    }
    if (code.insns[end].getOpcode() != GOTO) {
      exits.add(new Exit(null, end + 1));
    }
    changed.or(stored);
    return true;
  }

  /** A way out leads to a frame with an empty stack. */
  private boolean isPlainTarget(int target) {
    FrameNode f = code.frameAt(target);
    return f != null && f.stack.isEmpty() && !hasUninitialized(f);
  }

  private void differences(FrameNode f) {
    List<Object> here = slots(f);
    List<Object> there = slots(frame);
    for (int i = 0; i < there.size(); i++) {
      if (i >= here.size() || !here.get(i).equals(there.get(i))) {
        changed.set(i);
      }
    }
  }

  /** The frame's locals, one for each slot. */
  static List<Object> slots(FrameNode f) {
    List<Object> slots = new ArrayList<>();
    for (Object o : f.local) {
      slots.add(o);
      if (o == LONG || o == DOUBLE) {
        slots.add(TOP);
      }
    }
    return slots;
  }

  private boolean isQuiet(AbstractInsnNode insn) {
    if (insn instanceof MethodInsnNode call) {
      return call.getOpcode() == INVOKESTATIC
          && PURE.contains(call.owner)
          && isPrimitive(call.desc);
    }
    if (insn instanceof FieldInsnNode f) {
      return code.isPlain(f);
    }
    return switch (insn.getOpcode()) {
      case INVOKEDYNAMIC, MONITORENTER, MONITOREXIT, RET, NEW -> false;
      default -> !(insn instanceof TableSwitchInsnNode || insn instanceof LookupSwitchInsnNode);
    };
  }

  private static boolean isPrimitive(String descriptor) {
    return descriptor.indexOf('L') < 0 && descriptor.indexOf('[') < 0;
  }

  /** Nobody jumps to a place behind the head. */
  private boolean isEnteredAtHead() {
    for (int k = 0; k < code.insns.length; k++) {
      if (k < head || k > end) {
        for (LabelNode label : MethodCode.targets(code.insns[k])) {
          int target = code.at(label);
          if (target > head && target <= end) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** Try blocks lie around the whole loop or outside it, handlers outside. */
  private boolean tryBlocksFit() {
    for (TryCatchBlockNode b : code.method.tryCatchBlocks) {
      int start = code.at(b.start);
      int stop = code.at(b.end);
      int handler = code.at(b.handler);
      boolean apart = stop <= head || start > end;
      boolean around = start <= head && stop > end;
      if (!(apart || around) || (handler >= head && handler <= end)) {
        return false;
      }
    }
    return true;
  }

  /** Handlers of the try blocks around the loop. */
  List<LabelNode> outerHandlers() {
    List<LabelNode> handlers = new ArrayList<>();
    for (TryCatchBlockNode b : code.method.tryCatchBlocks) {
      if (code.at(b.start) <= head && code.at(b.end) > end) {
        handlers.add(b.handler);
      }
    }
    return handlers;
  }

  /** What an iteration adds to a local, 0 if it is not counted in every iteration alike. */
  int step(int local) {
    int step = 0;
    for (int k = 0; k < increments.size(); k++) {
      if (increments.get(k).var == local) {
        if (conditional.get(incrementsAt.get(k))) {
          return 0;
        }
        step += increments.get(k).incr;
      }
    }
    return step;
  }

  /** What an iteration has added to a local before a place. */
  int addedBefore(int local, int at) {
    int added = 0;
    for (int k = 0; k < increments.size(); k++) {
      if (increments.get(k).var == local && incrementsAt.get(k) < at) {
        added += increments.get(k).incr;
      }
    }
    return added;
  }

  /** Where a local is counted. */
  List<Integer> increments(int local) {
    List<Integer> at = new ArrayList<>();
    for (int k = 0; k < increments.size(); k++) {
      if (increments.get(k).var == local) {
        at.add(incrementsAt.get(k));
      }
    }
    return at;
  }

  /** Whether an instruction between two places may end in an exception. */
  boolean mayThrow(int from, int to) {
    for (int k = from; k < to; k++) {
      if (MethodCode.mayThrow(code.insns[k])) {
        return true;
      }
    }
    return false;
  }

  /** Whether a local keeps its value in the loop, and has a type at its head. */
  boolean keeps(int local) {
    List<Object> slots = slots(frame);
    boolean counted = increments.stream().anyMatch(inc -> inc.var == local);
    return local >= 0
        && local < slots.size()
        && slots.get(local) != TOP
        && !changed.get(local)
        && !counted;
  }

  /** Whether a local is an int that every iteration counts by the same. */
  boolean counts(int local) {
    List<Object> slots = slots(frame);
    return local >= 0
        && local < slots.size()
        && slots.get(local) == INTEGER
        && !changed.get(local)
        && step(local) != 0;
  }

  /** How many ways out lie before a place. */
  int exitsBefore(int at) {
    return (int) exits.stream().filter(e -> e.at < at).count();
  }
}
