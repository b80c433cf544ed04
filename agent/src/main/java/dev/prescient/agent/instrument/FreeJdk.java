package dev.prescient.agent.instrument;

import static dev.prescient.agent.instrument.ControlPass.hook;
import static dev.prescient.agent.instrument.ControlPass.list;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The hooks of a free run in the JDK, which does all its waiting itself: threads get names,
 * failures are noted, and what is drawn at random is what a controlled run with the same seed
 * draws.
 */
final class FreeJdk {
  private FreeJdk() {}

  static boolean wanted(String name) {
    return ControlJdk.wanted(name);
  }

  static boolean weave(WovenClass c) {
    if (!wanted(c.node.name)) {
      return false;
    }
    boolean changed = false;
    for (MethodNode m : c.node.methods) {
      if ((m.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0) {
        changed |= weave(c, m);
      }
    }
    return changed;
  }

  private static boolean weave(WovenClass c, MethodNode m) {
    boolean changed = ControlJdk.anyRun(c.node.name, m);
    if (!ControlJdk.isWhole(c.node.name)) {
      return changed;
    }
    boolean mayThrow = false;
    for (AbstractInsnNode insn : c.original(m)) {
      if (insn instanceof MethodInsnNode call) {
        if (ControlJdk.isTask(c, call)) {
          mayThrow |= FreeCalls.concurrent(m, call, true);
          changed = true;
        } else {
          changed |= ControlJdk.random(c, m, call) || start(m, call);
        }
      }
    }
    if (mayThrow) {
      FreePass.handlers(c, m, null);
    }
    if (c.node.name.equals("java/lang/Thread") && (m.name + m.desc).equals("exit()V")) {
      ControlJdk.atReturn(m, "end", FreePass.FREE, "(Ljava/lang/Thread;)V");
      changed = true;
    }
    return changed;
  }

  private static boolean start(MethodNode m, MethodInsnNode call) {
    boolean starts = call.owner.equals("java/lang/Thread") && call.name.equals("start0");
    if (starts) {
      m.instructions.insertBefore(
          call,
          list(
              new InsnNode(Opcodes.DUP),
              hook(FreePass.FREE, "beforeStart", "(Ljava/lang/Thread;)V")));
    }
    return starts;
  }
}
