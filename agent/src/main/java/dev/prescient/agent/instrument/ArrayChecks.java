package dev.prescient.agent.instrument;

import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * FastTrack's checks at one method's accesses of array elements. Copies by {@code System.arraycopy}
 * and {@code clone} stay native, with checks beside them.
 */
final class ArrayChecks implements Opcodes {
  private static final String ARRAYS = "dev/prescient/runtime/race/FastTrackArrays";

  private final WovenClass c;
  private final MethodNode m;
  private boolean changed;

  ArrayChecks(WovenClass c, MethodNode m) {
    this.c = c;
    this.m = m;
  }

  boolean weave() {
    for (AbstractInsnNode insn : c.original(m)) {
      switch (insn.getOpcode()) {
        case IALOAD, LALOAD, FALOAD, DALOAD, AALOAD, BALOAD, CALOAD, SALOAD -> load(insn);
        case IASTORE, LASTORE, FASTORE, DASTORE, AASTORE, BASTORE, CASTORE, SASTORE -> store(insn);
        case INVOKESTATIC, INVOKEVIRTUAL, INVOKESPECIAL -> call((MethodInsnNode) insn);
        default -> {}
      }
    }
    return changed;
  }

  private void load(AbstractInsnNode insn) {
    m.instructions.insertBefore(
        insn,
        SyncPass.list(
            new InsnNode(DUP2), // [.., a, i, a, i]
            new LdcInsnNode(c.site(m, insn, array(insn.getOpcode() - IALOAD))),
            hook("readElement", "(Ljava/lang/Object;II)V")));
    changed = true;
  }

  private void store(AbstractInsnNode insn) {
    int kind = insn.getOpcode() - IASTORE;
    Type type = kind < 4 ? WIDE[kind] : kind == 4 ? OBJECT : Type.INT_TYPE;
    int value = m.maxLocals;
    m.maxLocals += type.getSize();
    m.instructions.insertBefore(
        insn,
        SyncPass.list(
            new VarInsnNode(type.getOpcode(ISTORE), value), // [.., a, i]
            new InsnNode(DUP2),
            new LdcInsnNode(c.site(m, insn, array(kind))),
            hook("writeElement", "(Ljava/lang/Object;II)V"),
            new VarInsnNode(type.getOpcode(ILOAD), value))); // [.., a, i, v]
    changed = true;
  }

  private static final Type OBJECT = Type.getObjectType("java/lang/Object");
  private static final Type[] WIDE = {
    Type.INT_TYPE, Type.LONG_TYPE, Type.FLOAT_TYPE, Type.DOUBLE_TYPE
  };

  private static String array(int kind) {
    return "[" + "IJFDLBCS".charAt(kind);
  }

  private void call(MethodInsnNode insn) {
    if (insn.owner.equals("java/lang/System") && insn.name.equals("arraycopy")) {
      copy(insn);
    } else if (insn.name.equals("clone") && insn.owner.startsWith("[")) {
      m.instructions.insertBefore(
          insn,
          SyncPass.list(
              new InsnNode(DUP),
              new LdcInsnNode(c.site(m, insn, insn.owner)),
              hook("readAll", "(Ljava/lang/Object;I)V")));
      changed = true;
    }
  }

  /** [.., from, start, to, at, n] */
  private void copy(MethodInsnNode insn) {
    int[] opcodes = {ASTORE, ISTORE, ASTORE, ISTORE, ISTORE};
    int first = m.maxLocals;
    m.maxLocals += opcodes.length;
    InsnList before = new InsnList();
    for (int i = opcodes.length - 1; i >= 0; i--) {
      before.add(new VarInsnNode(opcodes[i], first + i));
    }
    for (int pass = 0; pass < 2; pass++) {
      for (int i = 0; i < opcodes.length; i++) {
        before.add(new VarInsnNode(opcodes[i] == ASTORE ? ALOAD : ILOAD, first + i));
      }
      if (pass == 0) {
        before.add(new LdcInsnNode(c.site(m, insn, "[")));
        before.add(hook("copy", "(Ljava/lang/Object;ILjava/lang/Object;III)V"));
      }
    }
    m.instructions.insertBefore(insn, before);
    changed = true;
  }

  private static MethodInsnNode hook(String name, String descriptor) {
    return new MethodInsnNode(INVOKESTATIC, ARRAYS, name, descriptor, false);
  }
}
