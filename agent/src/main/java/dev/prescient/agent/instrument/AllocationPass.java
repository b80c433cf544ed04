package dev.prescient.agent.instrument;

import java.util.ArrayDeque;
import java.util.Deque;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Notes where the application makes objects and arrays, for reports ({@code allocations=true}).
 * Objects made by reflection, by {@code clone} or inside the JDK are not noted.
 */
final class AllocationPass implements Pass, Opcodes {
  @Override
  public boolean weave(WovenClass c) {
    if (!c.isApplication()) {
      return false;
    }
    boolean changed = false;
    for (MethodNode m : c.node.methods) {
      changed |= weave(c, m);
    }
    return changed;
  }

  private static boolean weave(WovenClass c, MethodNode m) {
    boolean changed = false;
    Deque<TypeInsnNode> pending = new ArrayDeque<>(); // made, and not constructed yet
    for (AbstractInsnNode insn : c.original(m)) {
      boolean made = false;
      switch (insn.getOpcode()) {
        case NEW -> pending.push((TypeInsnNode) insn);
        case NEWARRAY, ANEWARRAY, MULTIANEWARRAY -> made = true;
        case INVOKESPECIAL -> {
          MethodInsnNode call = (MethodInsnNode) insn;
          TypeInsnNode top = pending.peek();
          if (call.name.equals("<init>") && top != null && top.desc.equals(call.owner)) {
            pending.pop();
            made = top.getNext() != null && top.getNext().getOpcode() == DUP;
          }
        }
        default -> {}
      }
      if (made) {
        m.instructions.insert(
            c.end(insn),
            SyncPass.list(
                new InsnNode(DUP), // [.., o, o]
                new LdcInsnNode(c.site(m, insn, null)),
                new MethodInsnNode(
                    INVOKESTATIC,
                    "dev/prescient/runtime/race/Allocations",
                    "made",
                    "(Ljava/lang/Object;I)V",
                    false)));
        changed = true;
      }
    }
    return changed;
  }
}
