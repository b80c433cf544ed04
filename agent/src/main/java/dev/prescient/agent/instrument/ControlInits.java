package dev.prescient.agent.instrument;

import static dev.prescient.agent.instrument.ControlPass.CONTROL;
import static dev.prescient.agent.instrument.ControlPass.hook;
import static dev.prescient.agent.instrument.ControlPass.list;
import static dev.prescient.agent.instrument.ControlPass.site;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Hooks of the scheduler where the application uses a class of its own in a way that initialises it
 * (JLS 12.4.1): objects made, static methods called, static fields accessed.
 */
final class ControlInits {
  private static final String INITS = CONTROL + "ClassInits";

  private ControlInits() {}

  /** Whether a class's code may hold the class itself as a constant. */
  static boolean hasClassConstants(WovenClass c) {
    return (c.node.version & 0xFFFF) >= Opcodes.V1_5;
  }

  /** Before an instruction that may initialise another class of the application. */
  static void use(WovenClass c, MethodNode m, AbstractInsnNode insn) {
    String used = used(c, insn);
    if (used == null || used.equals(c.node.name) || !hasInitialiser(c, used)) {
      return;
    }
    InsnList code =
        list(
            new LdcInsnNode(Type.getObjectType(used)),
            site(c, m, insn, null),
            hook(INITS, "use", "(Ljava/lang/Class;I)V"));
    if (insn.getOpcode() == Opcodes.NEW) {
      Frames.insertBeforeNew(m, insn, code);
    } else {
      m.instructions.insertBefore(insn, code);
    }
  }

  /**
   * Whether a class, or a superclass that is initialised with it, has an initialiser of its own.
   */
  private static boolean hasInitialiser(WovenClass c, String name) {
    Optional<ClassInfo> info = c.hierarchy.find(name, c.loader);
    while (info.isPresent() && c.isApplication(info.get().name())) {
      if (info.get().hasInitialiser()) {
        return true;
      }
      info = c.hierarchy.find(info.get().superName(), c.loader);
    }
    return false;
  }

  private static @Nullable String used(WovenClass c, AbstractInsnNode insn) {
    if (insn instanceof TypeInsnNode type && insn.getOpcode() == Opcodes.NEW) {
      return type.desc;
    }
    if (insn instanceof MethodInsnNode call && insn.getOpcode() == Opcodes.INVOKESTATIC) {
      return call.owner;
    }
    if (insn instanceof FieldInsnNode field
        && (insn.getOpcode() == Opcodes.GETSTATIC || insn.getOpcode() == Opcodes.PUTSTATIC)
        && declares(c, field)) {
      return field.owner;
    }
    return null;
  }

  /** A field that a class inherits initialises only the class that declares it. */
  private static boolean declares(WovenClass c, FieldInsnNode field) {
    return c.hierarchy
        .field(field.owner, field.name, field.desc, c.loader)
        .filter(f -> f.owner().name().equals(field.owner))
        .isPresent();
  }
}
