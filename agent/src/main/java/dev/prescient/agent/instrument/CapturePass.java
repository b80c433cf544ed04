package dev.prescient.agent.instrument;

import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Records the events of application methods that the slicer cannot recompute from the bytecode:
 * entries and arguments, what fields, elements and calls gave, stores done, exceptions caught.
 *
 * <p>A hook stands behind its instruction and all that other passes put there, so that it sees the
 * value that the program goes on with, and after the access in the order of events.
 */
final class CapturePass implements Pass, Opcodes {
  private static final String HOOKS = "dev/prescient/runtime/trace/TraceHooks";

  /** Numbers of the first methods by class, between the two passes over the class. */
  private final IdentityHashMap<WovenClass, Integer> numbers = new IdentityHashMap<>();

  /** The pass that keeps a class as it was; it comes before all others. */
  Pass keeper() {
    return c -> {
      if (c.loader == null) { // the JDK's, woven to warm up
        return false;
      }
      ClassWriter writer = new ClassWriter(0);
      c.node.accept(writer);
      int first = CapturedClasses.add(c.node.name, writer.toByteArray(), c.node.methods.size());
      synchronized (numbers) {
        numbers.put(c, first);
      }
      return false;
    };
  }

  @Override
  public boolean weave(WovenClass c) {
    Integer number;
    synchronized (numbers) {
      number = numbers.remove(c);
    }
    if (number == null) {
      return false;
    }
    int method = number;
    for (MethodNode m : c.node.methods) {
      if (m.instructions.size() > 0) {
        new MethodWeaver(c, m, method).weave();
      }
      method++;
    }
    return true;
  }

  /** One method. */
  private static final class MethodWeaver {
    private final WovenClass c;
    private final MethodNode m;
    private final int method;
    private final AbstractInsnNode[] original;
    private final Map<AbstractInsnNode, Integer> indexes = new HashMap<>();
    private final @Nullable AbstractInsnNode superCall;

    MethodWeaver(WovenClass c, MethodNode m, int method) {
      this.c = c;
      this.m = m;
      this.method = method;
      original = c.original(m);
      for (AbstractInsnNode insn : original) {
        if (insn.getOpcode() >= 0) {
          indexes.put(insn, indexes.size());
        }
      }
      superCall = SuperCall.find(c.node, m);
    }

    void weave() {
      NewObjects made = new NewObjects();
      for (int i = 0; i < original.length; i++) {
        InsnList hook = hook(i, made);
        if (hook != null && i + 1 < original.length) {
          m.instructions.insertBefore(original[i + 1], hook);
        }
      }
      for (TryCatchBlockNode block : m.tryCatchBlocks) {
        handler(block);
      }
      m.instructions.insert(entry());
    }

    private InsnList entry() {
      InsnList list = new InsnList();
      list.add(new LdcInsnNode(method));
      list.add(call("enter", "(I)V"));
      int local = 0;
      if ((m.access & ACC_STATIC) == 0) {
        if (!m.name.equals("<init>")) {
          argument(list, Type.getObjectType(c.node.name), 0);
        }
        local = 1;
      }
      for (Type t : Type.getArgumentTypes(m.desc)) {
        argument(list, t, local);
        local += t.getSize();
      }
      return list;
    }

    private static void argument(InsnList list, Type t, int local) {
      list.add(new VarInsnNode(t.getOpcode(ILOAD), local));
      list.add(call("argument", "(" + erased(t) + ")V"));
    }

    private @Nullable InsnList hook(int i, NewObjects made) {
      AbstractInsnNode insn = original[i];
      return switch (insn.getOpcode()) {
        case GETFIELD, GETSTATIC -> value(Type.getType(((FieldInsnNode) insn).desc), insn);
        case IALOAD, BALOAD, CALOAD, SALOAD, INSTANCEOF -> value(Type.INT_TYPE, insn);
        case LALOAD -> value(Type.LONG_TYPE, insn);
        case FALOAD -> value(Type.FLOAT_TYPE, insn);
        case DALOAD -> value(Type.DOUBLE_TYPE, insn);
        case AALOAD, NEWARRAY, ANEWARRAY, MULTIANEWARRAY -> value(Type.getType(Object.class), insn);
        case PUTFIELD,
            PUTSTATIC,
            IASTORE,
            BASTORE,
            CASTORE,
            SASTORE,
            LASTORE,
            FASTORE,
            DASTORE,
            AASTORE,
            CHECKCAST ->
            done(insn);
        case INVOKEDYNAMIC -> value(Type.getReturnType(((InvokeDynamicInsnNode) insn).desc), insn);
        case INVOKEVIRTUAL, INVOKESPECIAL, INVOKESTATIC, INVOKEINTERFACE ->
            invoked((MethodInsnNode) insn, made);
        case NEW -> {
          made.made(nextOpcode(i) == DUP);
          yield null;
        }
        default -> null;
      };
    }

    private int nextOpcode(int i) {
      int next = i + 1;
      while (next < original.length && original[next].getOpcode() < 0) {
        next++;
      }
      return next < original.length ? original[next].getOpcode() : -1;
    }

    private @Nullable InsnList invoked(MethodInsnNode insn, NewObjects made) {
      if (!insn.name.equals("<init>")) {
        return value(Type.getReturnType(insn.desc), insn);
      }
      if (insn == superCall) { // the object may be mentioned from here on
        InsnList list = new InsnList();
        list.add(new VarInsnNode(ALOAD, 0));
        list.add(place("(Ljava/lang/Object;II)V", "value", insn));
        return list;
      }
      return made.isKept() ? value(Type.getObjectType(insn.owner), insn) : done(insn);
    }

    /** {@code [.., v] → [.., v]}. */
    private InsnList value(Type t, AbstractInsnNode insn) {
      if (t.getSort() == Type.VOID) {
        return done(insn);
      }
      InsnList list = new InsnList();
      list.add(new InsnNode(t.getSize() == 2 ? DUP2 : DUP));
      list.add(place("(" + erased(t) + "II)V", "value", insn));
      return list;
    }

    private InsnList done(AbstractInsnNode insn) {
      return place("(II)V", "done", insn);
    }

    private InsnList place(String descriptor, String name, AbstractInsnNode insn) {
      InsnList list = new InsnList();
      list.add(new LdcInsnNode(method));
      list.add(new LdcInsnNode(indexes.getOrDefault(insn, -1)));
      list.add(call(name, descriptor));
      return list;
    }

    private void handler(TryCatchBlockNode block) {
      AbstractInsnNode first = block.handler;
      while (first != null && (first.getOpcode() < 0 || !indexes.containsKey(first))) {
        if (first instanceof MethodInsnNode call && call.owner.equals(HOOKS)) {
          return; // several blocks share the handler
        }
        first = first.getNext();
      }
      if (first == null) {
        return;
      }
      InsnList list = new InsnList();
      list.add(new InsnNode(DUP));
      list.add(place("(Ljava/lang/Object;II)V", "caught", first));
      m.instructions.insertBefore(first, list);
    }

    private static MethodInsnNode call(String name, String descriptor) {
      return new MethodInsnNode(INVOKESTATIC, HOOKS, name, descriptor, false);
    }

    private static String erased(Type t) {
      return switch (t.getSort()) {
        case Type.LONG, Type.FLOAT, Type.DOUBLE -> t.getDescriptor();
        case Type.OBJECT, Type.ARRAY -> "Ljava/lang/Object;";
        default -> "I";
      };
    }
  }

  /** Objects made and not constructed yet, innermost last, in the order of the code. */
  private static final class NewObjects {
    private boolean[] kept = new boolean[8];
    private int depth;

    /**
     * An object was made.
     *
     * @param isKept whether a second reference to it lies on the stack
     */
    void made(boolean isKept) {
      if (depth == kept.length) {
        kept = Arrays.copyOf(kept, depth * 2);
      }
      kept[depth++] = isKept;
    }

    /** Whether the object whose constructor was called last stays on the stack. */
    boolean isKept() {
      return depth > 0 && kept[--depth];
    }
  }
}
