package dev.prescient.agent.instrument;

import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Scheduling points at {@link LeakedFinals}: each such store, and a load as long as the constructor
 * is under way. The first pass, since it looks at the code as the program has it.
 */
final class FinalsPass implements Pass {
  private static final String CONSTRUCTIONS = ControlPass.CONTROL + "Constructions";
  private static final String OBJECT = "Ljava/lang/Object;";

  @Override
  public boolean weave(WovenClass c) {
    if (!c.isApplication()) {
      return false;
    }
    Set<String> own = LeakedFinals.of(c.node);
    boolean changed = false;
    for (MethodNode m : c.node.methods) {
      Set<AbstractInsnNode> stores = LeakedFinals.stores(c.node, m);
      if (!stores.isEmpty() && !overwritesThis(m)) {
        constructor(c, m, stores);
        changed = true;
      }
      changed |= loads(c, m, own);
    }
    return changed;
  }

  /** Whether the object under construction is not local 0 throughout. */
  private static boolean overwritesThis(MethodNode m) {
    for (AbstractInsnNode insn : m.instructions) {
      if (insn instanceof VarInsnNode v && v.var == 0 && v.getOpcode() == Opcodes.ASTORE) {
        return true;
      }
    }
    return false;
  }

  private static void constructor(WovenClass c, MethodNode m, Set<AbstractInsnNode> stores) {
    AbstractInsnNode superCall = SuperCall.find(c.node, m);
    for (AbstractInsnNode insn : c.original(m)) {
      if (insn == superCall) {
        m.instructions.insert(insn, construction("begin"));
      } else if (insn.getOpcode() == Opcodes.RETURN) {
        m.instructions.insertBefore(insn, construction("end"));
      } else if (stores.contains(insn)) {
        FieldInsnNode f = (FieldInsnNode) insn;
        m.instructions.insertBefore(
            f,
            ControlPass.list(
                ControlPass.site(c, m, f, key(c.node.name, f)),
                ControlPass.hook(ControlPass.SCHEDULER, "access", "(I)V")));
      }
    }
  }

  private static InsnList construction(String hook) {
    return ControlPass.list(
        new VarInsnNode(Opcodes.ALOAD, 0),
        ControlPass.hook(CONSTRUCTIONS, hook, "(" + OBJECT + ")V"));
  }

  private static String key(String owner, FieldInsnNode f) {
    return owner + "." + f.name + ":" + f.desc;
  }

  private static boolean loads(WovenClass c, MethodNode m, Set<String> own) {
    boolean changed = false;
    for (AbstractInsnNode insn : c.original(m)) {
      if (insn.getOpcode() == Opcodes.GETFIELD && insn instanceof FieldInsnNode f) {
        Optional<String> key = leaked(c, f, own);
        if (key.isPresent()) {
          MethodInsnNode hook =
              ControlPass.hook(CONSTRUCTIONS, "load", "(" + OBJECT + "I)V"); // [.., o, o, site]
          m.instructions.insertBefore(
              f,
              ControlPass.list(
                  new InsnNode(Opcodes.DUP), ControlPass.site(c, m, f, key.get()), hook));
          changed = true;
        }
      }
    }
    return changed;
  }

  /** The name of the field's declaration, if it may be seen unset. */
  private static Optional<String> leaked(WovenClass c, FieldInsnNode f, Set<String> own) {
    Optional<ClassInfo.Field> found =
        c.hierarchy
            .field(f.owner, f.name, f.desc, c.loader)
            .filter(d -> d.isFinal() && !d.isStatic() && c.isApplication(d.owner().name()));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    String owner = found.get().owner().name();
    Set<String> leaked =
        owner.equals(c.node.name) ? own : c.hierarchy.leakedFinals(owner, c.loader);
    return leaked.contains(f.name + ":" + f.desc)
        ? Optional.of(found.get().key())
        : Optional.empty();
  }
}
