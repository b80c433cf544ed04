package dev.prescient.agent.instrument;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Hooks at the application's calls that give a JDK object which is not thread-safe to a method of
 * the JDK: {@link ArgumentMethods}, and string concatenation, which takes its text.
 */
final class ArgumentPass implements Pass, Opcodes {
  private static final String ARGUMENTS = "dev/prescient/runtime/race/ObjectArguments";
  private static final String OBJECT = "Ljava/lang/Object;";

  @Override
  public boolean weave(WovenClass c) {
    if (!c.isApplication()) {
      return false;
    }
    boolean changed = false;
    for (MethodNode m : c.node.methods) {
      int scratch = m.maxLocals;
      for (AbstractInsnNode insn : c.original(m)) {
        ArgumentMethods.@Nullable Use @Nullable [] uses = uses(insn);
        if (uses != null) {
          insert(c, m, insn, uses, scratch);
          changed = true;
        }
      }
    }
    return changed;
  }

  /** What an instruction does to each of its arguments; null if nothing. */
  private static ArgumentMethods.@Nullable Use @Nullable [] uses(AbstractInsnNode insn) {
    boolean concatenates =
        insn instanceof InvokeDynamicInsnNode indy
            && indy.bsm.getOwner().equals("java/lang/invoke/StringConcatFactory");
    if (!concatenates && !(insn instanceof MethodInsnNode)) {
      return null;
    }
    Type[] arguments = Type.getArgumentTypes(descriptor(insn));
    ArgumentMethods.@Nullable Use[] uses = new ArgumentMethods.Use[arguments.length];
    boolean any = false;
    for (int i = 0; i < uses.length; i++) {
      if (insn instanceof MethodInsnNode call) {
        uses[i] = ArgumentMethods.use(call, arguments[i], i);
      } else if (arguments[i].getSort() == Type.OBJECT
          && ArgumentMethods.mayHaveState(arguments[i].getInternalName())) {
        uses[i] = ArgumentMethods.Use.SHOW;
      }
      any |= uses[i] != null;
    }
    return any ? uses : null;
  }

  private static String descriptor(AbstractInsnNode insn) {
    return insn instanceof MethodInsnNode call ? call.desc : ((InvokeDynamicInsnNode) insn).desc;
  }

  /** [.., receiver?, arguments] */
  private static void insert(
      WovenClass c,
      MethodNode m,
      AbstractInsnNode insn,
      ArgumentMethods.@Nullable Use[] uses,
      int scratch) {
    Type[] arguments = Type.getArgumentTypes(descriptor(insn));
    int[] locals = new int[arguments.length];
    int next = scratch;
    InsnList code = new InsnList();
    for (int i = arguments.length - 1; i >= 0; i--) {
      locals[i] = next;
      code.add(new VarInsnNode(arguments[i].getOpcode(ISTORE), next));
      next += arguments[i].getSize();
    }
    m.maxLocals = Math.max(m.maxLocals, next);
    boolean receiver = ArgumentMethods.hasReceiver(insn);
    for (int i = 0; i < arguments.length; i++) { // [.., receiver?]
      ArgumentMethods.Use use = uses[i];
      if (use != null) {
        if (receiver) {
          code.add(new InsnNode(DUP));
        }
        code.add(new VarInsnNode(ALOAD, locals[i]));
        code.add(new LdcInsnNode(c.site(m, insn, detail(insn))));
        String descriptor = "(" + OBJECT + (receiver ? OBJECT : "") + "I)V";
        code.add(new MethodInsnNode(INVOKESTATIC, ARGUMENTS, use.hook, descriptor, false));
      }
    }
    for (int i = 0; i < arguments.length; i++) { // [.., receiver?, arguments]
      code.add(new VarInsnNode(arguments[i].getOpcode(ILOAD), locals[i]));
    }
    m.instructions.insertBefore(insn, code);
  }

  private static String detail(AbstractInsnNode insn) {
    return insn instanceof MethodInsnNode call
        ? call.owner + "." + call.name + " " + call.desc
        : "concat " + descriptor(insn);
  }
}
