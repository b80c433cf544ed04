package dev.prescient.agent.instrument;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A hook in a handler that covers itself, as every compiler writes it around the monitorexit of a
 * synchronized block. C1 does not compile a method whose handler calls something within its own
 * range, and an error in the hook (StackOverflowError) would lead there again for ever. So the hook
 * is taken out of the range and gets a handler of its own, which leaves the monitor without a hook.
 */
final class OwnHandler {
  private OwnHandler() {}

  /**
   * The block that covers a monitorexit and its own handler; null if there is none we understand.
   */
  static @Nullable TryCatchBlockNode find(MethodNode m, AbstractInsnNode exit) {
    if (!(real(exit.getPrevious()) instanceof VarInsnNode load)
        || load.getOpcode() != Opcodes.ALOAD) {
      return null;
    }
    for (TryCatchBlockNode b : m.tryCatchBlocks) {
      boolean self = b.type == null && isAt(b.handler, b.start);
      if (self && frame(b.handler) != null && covers(b, exit)) {
        return b;
      }
    }
    return null;
  }

  /** Inserts a hook before the monitorexit. */
  static void insert(MethodNode m, TryCatchBlockNode self, AbstractInsnNode exit, InsnList hook) {
    FrameNode known = frame(self.handler);
    if (known == null || !(real(exit.getPrevious()) instanceof VarInsnNode load)) {
      throw new IllegalStateException("not a handler that find() found");
    }
    List<TryCatchBlockNode> outer = new ArrayList<>();
    for (TryCatchBlockNode b : m.tryCatchBlocks) {
      if (b != self && b.handler != self.handler && covers(b, exit)) {
        outer.add(b);
      }
    }
    LabelNode before = new LabelNode();
    LabelNode after = new LabelNode();
    m.instructions.insertBefore(exit, before);
    m.instructions.insertBefore(exit, hook);
    m.instructions.insertBefore(exit, after);
    LabelNode own = new LabelNode();
    LabelNode left = new LabelNode();
    LabelNode end = new LabelNode();
    m.instructions.add(own);
    m.instructions.add(
        new FrameNode(
            Opcodes.F_NEW,
            known.local.size(),
            known.local.toArray(),
            1,
            new Object[] {"java/lang/Throwable"}));
    m.instructions.add(new VarInsnNode(Opcodes.ALOAD, load.var)); // [e, lock]
    m.instructions.add(new InsnNode(Opcodes.MONITOREXIT)); // [e]
    m.instructions.add(left);
    m.instructions.add(new InsnNode(Opcodes.ATHROW));
    m.instructions.add(end);
    int at = m.tryCatchBlocks.indexOf(self);
    m.tryCatchBlocks.set(at, new TryCatchBlockNode(self.start, before, self.handler, null));
    m.tryCatchBlocks.add(at + 1, new TryCatchBlockNode(before, after, own, null));
    m.tryCatchBlocks.add(at + 2, new TryCatchBlockNode(after, self.end, self.handler, null));
    m.tryCatchBlocks.add(at + 3, new TryCatchBlockNode(own, left, own, null));
    for (TryCatchBlockNode b : outer) {
      m.tryCatchBlocks.add(new TryCatchBlockNode(own, end, b.handler, b.type));
    }
  }

  private static boolean covers(TryCatchBlockNode b, AbstractInsnNode insn) {
    for (AbstractInsnNode i = b.start; i != null && i != b.end; i = i.getNext()) {
      if (i == insn) {
        return true;
      }
    }
    return false;
  }

  /** Whether two labels stand at one place. */
  static boolean isAt(LabelNode a, LabelNode b) {
    for (AbstractInsnNode i = a; i != null && i.getOpcode() < 0; i = i.getNext()) {
      if (i == b) {
        return true;
      }
    }
    for (AbstractInsnNode i = b; i != null && i.getOpcode() < 0; i = i.getNext()) {
      if (i == a) {
        return true;
      }
    }
    return false;
  }

  /** The frame at a handler; null in class files without frames. */
  private static @Nullable FrameNode frame(LabelNode handler) {
    for (AbstractInsnNode i = handler; i != null && i.getOpcode() < 0; i = i.getNext()) {
      if (i instanceof FrameNode f) {
        return f;
      }
    }
    return null;
  }

  static @Nullable AbstractInsnNode real(@Nullable AbstractInsnNode insn) {
    AbstractInsnNode i = insn;
    while (i != null && i.getOpcode() < 0) {
      i = i.getPrevious();
    }
    return i;
  }
}
