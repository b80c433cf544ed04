package dev.prescient.agent.instrument;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;

/** Stack-map frames where a pass adds a local that lives across branches, or code before a NEW. */
final class Frames {
  private Frames() {}

  /**
   * Makes a new local known to every frame of a method.
   *
   * @param local its index, not below any local of the frames
   * @param type internal name, or one of {@link Opcodes}' frame types
   */
  static void append(MethodNode m, int local, Object type) {
    for (AbstractInsnNode insn : m.instructions) {
      if (insn instanceof FrameNode frame && frame.local != null) {
        List<Object> locals = new ArrayList<>(frame.local);
        int size = 0;
        for (Object o : locals) {
          size += o == Opcodes.LONG || o == Opcodes.DOUBLE ? 2 : 1;
        }
        for (; size < local; size++) {
          locals.add(Opcodes.TOP);
        }
        locals.add(type);
        frame.local = locals;
      }
    }
  }

  /**
   * Puts code before an instruction that makes an object. Frames name an object that is not yet
   * constructed by the place of that instruction, which is behind the code then.
   */
  static void insertBeforeNew(MethodNode m, AbstractInsnNode made, InsnList code) {
    Set<Object> former = new HashSet<>();
    for (AbstractInsnNode i = made.getPrevious();
        i != null && i.getOpcode() < 0;
        i = i.getPrevious()) {
      former.add(i);
    }
    LabelNode place = new LabelNode();
    code.add(place);
    m.instructions.insertBefore(made, code);
    for (AbstractInsnNode insn : m.instructions) {
      if (insn instanceof FrameNode frame) {
        move(frame.local, former, place);
        move(frame.stack, former, place);
      }
    }
  }

  private static void move(@Nullable List<Object> types, Set<Object> former, LabelNode place) {
    for (int i = 0; types != null && i < types.size(); i++) {
      if (former.contains(types.get(i))) {
        types.set(i, place);
      }
    }
  }

  /** Locals of a frame that knows one local only. */
  static Object[] only(int local, Object type) {
    Object[] locals = new Object[local + 1];
    for (int i = 0; i < local; i++) {
      locals[i] = Opcodes.TOP;
    }
    locals[local] = type;
    return locals;
  }
}
