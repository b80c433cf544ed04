package dev.prescient.agent.instrument;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Finds where a constructor's own object becomes one that may be passed to a hook. */
final class SuperCall {
  private SuperCall() {}

  /** The call of another constructor on {@code this}; null in other methods and if not found. */
  static @Nullable AbstractInsnNode find(ClassNode c, MethodNode m) {
    if (!m.name.equals("<init>")) {
      return null;
    }
    int pending = 0; // objects made in the arguments and not constructed yet
    for (AbstractInsnNode insn : m.instructions) {
      if (insn.getOpcode() == Opcodes.NEW) {
        pending++;
      } else if (insn.getOpcode() == Opcodes.INVOKESPECIAL
          && insn instanceof MethodInsnNode call
          && call.name.equals("<init>")) {
        if (pending == 0 && (call.owner.equals(c.superName) || call.owner.equals(c.name))) {
          return insn;
        }
        pending--;
      }
    }
    return null;
  }
}
