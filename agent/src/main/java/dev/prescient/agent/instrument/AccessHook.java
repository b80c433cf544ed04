package dev.prescient.agent.instrument;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The hooks around one access of a racy variable: a scheduling point before it, and after it the
 * memory model, which may replace a value read.
 *
 * @param insn a field instruction, or a load or store of an array element
 * @param detail the variable: {@code a/b/C.name:desc} for a field, the array's descriptor
 * @param type of the variable
 * @param declaring internal name of the class that declares the field; null for an array element
 */
record AccessHook(AbstractInsnNode insn, String detail, Type type, @Nullable String declaring) {
  /** Fresh locals that {@link #insert} needs: owner, index, and two for a value. */
  static final int LOCALS = 4;

  static final String HOOKS = "dev/prescient/runtime/memory/MemoryHooks";
  private static final String OBJECT = "Ljava/lang/Object;";

  boolean isStore() {
    int opcode = insn.getOpcode();
    return declaring == null
        ? opcode >= Opcodes.IASTORE
        : opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
  }

  private boolean isStatic() {
    return insn.getOpcode() == Opcodes.GETSTATIC || insn.getOpcode() == Opcodes.PUTSTATIC;
  }

  /**
   * Inserts the hooks.
   *
   * @param local the first of {@link #LOCALS} fresh locals
   */
  void insert(WovenClass c, InsnList code, int local, int site) {
    InsnList before = new InsnList();
    InsnList after = new InsnList();
    int value = local + 2;
    if (isStore()) {
      before.add(new VarInsnNode(type.getOpcode(Opcodes.ISTORE), value)); // [.., owner?]
      saveOwner(before, local);
      pushVariable(c, before, local); // [.., owner?, owner, key]
      before.add(new LdcInsnNode(site));
      before.add(call("beforeWrite", "(" + OBJECT + "JI)V"));
      before.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), value)); // [.., owner?, value]
      pushVariable(c, after, local);
      after.add(new VarInsnNode(type.getOpcode(Opcodes.ILOAD), value));
      after.add(new LdcInsnNode(site)); // [.., owner, key, value, site]
      after.add(call("wrote" + word(), "(" + OBJECT + "J" + erased() + "I)V"));
    } else {
      saveOwner(before, local);
      before.add(new LdcInsnNode(site));
      before.add(call("beforeRead", "(I)V")); // [.., owner?]
      pushVariable(c, after, local); // [.., value, owner, key]
      after.add(new LdcInsnNode(site));
      after.add(call("read" + word(), "(" + erased() + OBJECT + "JI)" + erased()));
      if (isReference() && !type.getDescriptor().equals(OBJECT)) {
        after.add(new TypeInsnNode(Opcodes.CHECKCAST, type.getInternalName()));
      }
    }
    AbstractInsnNode last = after.getLast();
    code.insertBefore(insn, before);
    code.insert(insn, after);
    c.endsWith(insn, last);
  }

  /** Leaves the owner, or array and index, on the stack and keeps copies: {@code local}, +1. */
  private void saveOwner(InsnList code, int local) {
    if (declaring == null) {
      code.add(new InsnNode(Opcodes.DUP2)); // [.., array, index, array, index]
      code.add(new VarInsnNode(Opcodes.ISTORE, local + 1));
      code.add(new VarInsnNode(Opcodes.ASTORE, local)); // [.., array, index]
    } else if (!isStatic()) {
      code.add(new InsnNode(Opcodes.DUP));
      code.add(new VarInsnNode(Opcodes.ASTORE, local)); // [.., owner]
    }
  }

  /** Pushes the variable's owner and key. */
  private void pushVariable(WovenClass c, InsnList code, int local) {
    if (declaring == null) {
      code.add(new VarInsnNode(Opcodes.ALOAD, local));
      code.add(new VarInsnNode(Opcodes.ILOAD, local + 1));
      code.add(new InsnNode(Opcodes.I2L));
      return;
    }
    if (isStatic()) {
      pushClass(c, code, ((FieldInsnNode) insn).owner, declaring);
    } else {
      code.add(new VarInsnNode(Opcodes.ALOAD, local));
    }
    code.add(new LdcInsnNode(RacyVariables.key(detail)));
  }

  /** Pushes what stands for the owner of a static: the class that declares it. */
  private static void pushClass(WovenClass c, InsnList code, String owner, String declaring) {
    if ((c.node.version & 0xFFFF) < Opcodes.V1_5) {
      code.add(new LdcInsnNode(declaring)); // no class constants there; a literal is one object
      return;
    }
    code.add(new LdcInsnNode(Type.getObjectType(owner)));
    if (!owner.equals(declaring)) {
      code.add(new LdcInsnNode(declaring.replace('/', '.')));
      code.add(call("declaring", "(Ljava/lang/Class;Ljava/lang/String;)Ljava/lang/Class;"));
    }
  }

  private boolean isReference() {
    return type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY;
  }

  private String word() {
    return switch (type.getSort()) {
      case Type.LONG -> "Long";
      case Type.FLOAT -> "Float";
      case Type.DOUBLE -> "Double";
      case Type.OBJECT, Type.ARRAY -> "Reference";
      default -> "Int";
    };
  }

  private String erased() {
    return switch (type.getSort()) {
      case Type.LONG, Type.FLOAT, Type.DOUBLE -> type.getDescriptor();
      case Type.OBJECT, Type.ARRAY -> OBJECT;
      default -> "I";
    };
  }

  private static MethodInsnNode call(String name, String descriptor) {
    return new MethodInsnNode(Opcodes.INVOKESTATIC, HOOKS, name, descriptor, false);
  }
}
