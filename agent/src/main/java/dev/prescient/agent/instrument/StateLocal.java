package dev.prescient.agent.instrument;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * A local of a method that holds the running thread's state for its checks, loaded at the entry of
 * those methods only that use it. A method's activation never changes its thread.
 */
final class StateLocal {
  static final String TYPE = "dev/prescient/runtime/ThreadState";

  private final MethodNode m;
  private int index = -1;

  StateLocal(MethodNode m) {
    this.m = m;
  }

  /** An instruction that pushes the state. */
  VarInsnNode load() {
    if (index < 0) {
      index = m.maxLocals++;
    }
    return new VarInsnNode(Opcodes.ALOAD, index);
  }

  /** Sets the local at the method's entry. Called when all uses are in. */
  void enter() {
    if (index >= 0) {
      m.instructions.insert(
          SyncPass.list(
              new MethodInsnNode(Opcodes.INVOKESTATIC, TYPE, "current", "()L" + TYPE + ";", false),
              new VarInsnNode(Opcodes.ASTORE, index)));
      Frames.append(m, index, TYPE);
    }
  }
}
