package dev.prescient.agent.instrument;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Lets the program's own class loaders find the runtime: one that asks nobody before itself, or
 * passes on only names it knows, would not, and the first hook in its classes would fail.
 */
final class LoaderPass implements Pass, Opcodes {
  private static final String BOOT = "dev/prescient/runtime/BootClasses";

  @Override
  public boolean weave(WovenClass c) {
    if (!c.isApplication()
        || !c.hierarchy.isSubclass(c.node.superName, "java/lang/ClassLoader", c.loader)) {
      return false;
    }
    boolean changed = false;
    for (MethodNode m : c.node.methods) {
      boolean resolves = m.desc.equals("(Ljava/lang/String;Z)Ljava/lang/Class;");
      if (m.name.equals("loadClass")
          && (resolves || m.desc.equals("(Ljava/lang/String;)Ljava/lang/Class;"))
          && (m.access & (ACC_STATIC | ACC_ABSTRACT | ACC_NATIVE)) == 0) {
        m.instructions.insert(prologue(c, resolves));
        changed = true;
      }
    }
    return changed;
  }

  /** Returns the runtime's class if that is what is asked for. */
  private static InsnList prologue(WovenClass c, boolean resolves) {
    LabelNode other = new LabelNode();
    InsnList code =
        SyncPass.list(
            new VarInsnNode(ALOAD, 1),
            new MethodInsnNode(
                INVOKESTATIC, BOOT, "find", "(Ljava/lang/String;)Ljava/lang/Class;", false),
            new InsnNode(DUP),
            new JumpInsnNode(IFNULL, other), // [class]
            new InsnNode(ARETURN),
            other);
    if ((c.node.version & 0xFFFF) >= V1_6) {
      Object[] locals =
          resolves
              ? new Object[] {c.node.name, "java/lang/String", INTEGER}
              : new Object[] {c.node.name, "java/lang/String"};
      code.add(new FrameNode(F_NEW, locals.length, locals, 1, new Object[] {"java/lang/Class"}));
    }
    code.add(new InsnNode(POP)); // and apart from a frame that may follow
    return code;
  }
}
