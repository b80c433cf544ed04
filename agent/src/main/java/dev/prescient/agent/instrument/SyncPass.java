package dev.prescient.agent.instrument;

import dev.prescient.runtime.HiddenFields;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Happens-before hooks at synchronisation, in application and JDK classes: monitors, volatile
 * fields, Unsafe (and through it atomics, VarHandles and field updaters), wait, the life of
 * threads, class initialisation. A few JDK methods have hooks of their own: {@link JdkHooks}.
 */
final class SyncPass implements Pass, Opcodes {
  private static final String HB = "dev/prescient/runtime/HappensBefore";
  private static final String RELEASE = "Ldev/prescient/runtime/Release;";

  /** The synthetic static field that holds what the class initialiser released. */
  static final String INIT = HiddenFields.PREFIX + "init";

  @Override
  public boolean weave(WovenClass c) {
    boolean changed = JdkHooks.weave(c);
    boolean initialiser = hasInitialiser(c);
    boolean fences = !c.isApplication() && readsBehindFences(c);
    boolean elements = !c.isApplication() && sharesElements(c);
    for (MethodNode m : c.node.methods) {
      if (m.instructions.size() > 0 && !JdkScan.isLeftAlone(c.node.name)) {
        changed |= new MethodWeaver(c, m, initialiser, fences, elements).weave();
      }
    }
    if (initialiser) {
      int access = ACC_PUBLIC | ACC_STATIC | ACC_FINAL | ACC_SYNTHETIC;
      c.node.fields.add(new FieldNode(access, INIT, RELEASE, null, null));
      changed = true;
    }
    changed |= VolatileClocks.add(c);
    if (keepsMonitorClock(c)) {
      int access = ACC_PRIVATE | ACC_TRANSIENT | ACC_SYNTHETIC;
      c.node.fields.add(
          new FieldNode(access, HiddenFields.MONITOR, "Ljava/lang/Object;", null, null));
      changed = true;
    }
    return changed;
  }

  /** Classes whose objects are locked before a hook sees them: see the runtime's MonitorFields. */
  private static boolean keepsMonitorClock(WovenClass c) {
    return c.isApplication()
        && !c.loaded
        && (c.node.access & ACC_INTERFACE) == 0
        && !"java/lang/Record".equals(c.node.superName)
        && hasEntered(c.node.methods);
  }

  private static boolean hasEntered(List<MethodNode> methods) {
    for (MethodNode m : methods) {
      if ((m.access & (ACC_SYNCHRONIZED | ACC_STATIC)) == ACC_SYNCHRONIZED) {
        return true;
      }
    }
    return false;
  }

  /** Classes whose initialisation is a release of its own: the application's, woven at load. */
  private static boolean hasInitialiser(WovenClass c) {
    if (c.isApplication() && !c.loaded) {
      for (MethodNode m : c.node.methods) {
        if (m.name.equals("<clinit>")) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Whether a JDK class reads its fields plainly behind an acquire fence, as ConcurrentSkipListMap
   * does: its plain reads then acquire what atomic operations released there.
   */
  private static boolean readsBehindFences(WovenClass c) {
    for (MethodNode m : c.node.methods) {
      for (AbstractInsnNode insn : m.instructions) {
        if (insn instanceof MethodInsnNode call
            && call.owner.equals("java/lang/invoke/VarHandle")
            && (call.name.equals("acquireFence") || call.name.equals("fullFence"))) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Whether a JDK class shares elements of arrays by a VarHandle, as ForkJoinPool's queues do: it
   * may then store one plainly before a volatile write, for readers that acquire the element.
   */
  private static boolean sharesElements(WovenClass c) {
    for (MethodNode m : c.node.methods) {
      if (m.name.equals("<clinit>")) {
        for (AbstractInsnNode insn : m.instructions) {
          if (insn instanceof MethodInsnNode call && call.name.equals("arrayElementVarHandle")) {
            return true;
          }
        }
      }
    }
    return false;
  }

  /** Whether a label stands right behind an instruction. */
  static boolean startsAfter(AbstractInsnNode insn, LabelNode start) {
    for (AbstractInsnNode i = insn.getNext(); i != null && i.getOpcode() < 0; i = i.getNext()) {
      if (i == start) {
        return true;
      }
    }
    return false;
  }

  static MethodInsnNode hook(String name, String descriptor) {
    return new MethodInsnNode(INVOKESTATIC, HB, name, descriptor, false);
  }

  static InsnList list(AbstractInsnNode... insns) {
    InsnList list = new InsnList();
    for (AbstractInsnNode insn : insns) {
      list.add(insn);
    }
    return list;
  }

  /** One method. */
  private static final class MethodWeaver {
    private final WovenClass c;
    private final MethodNode m;
    private final boolean initialiser;
    private final boolean fences;
    private final boolean elements;
    private boolean changed;

    MethodWeaver(
        WovenClass c, MethodNode m, boolean initialiser, boolean fences, boolean elements) {
      this.c = c;
      this.m = m;
      this.initialiser = initialiser;
      this.fences = fences;
      this.elements = elements;
    }

    boolean weave() {
      AbstractInsnNode superCall = SuperCall.find(c.node, m);
      boolean before = superCall != null;
      for (AbstractInsnNode insn : m.instructions.toArray()) {
        switch (insn.getOpcode()) {
          case MONITORENTER -> monitorEnter(insn);
          case MONITOREXIT -> monitorExit(insn);
          case GETFIELD, GETSTATIC, PUTFIELD, PUTSTATIC -> {
            if (!before || insn.getOpcode() != PUTFIELD) {
              field((FieldInsnNode) insn);
            }
          }
          case INVOKEVIRTUAL, INVOKESPECIAL, INVOKESTATIC -> call((MethodInsnNode) insn);
          case AASTORE -> {
            if (elements) {
              element(insn);
            }
          }
          default -> {}
        }
        before &= insn != superCall;
      }
      if ((m.access & ACC_SYNCHRONIZED) != 0) {
        synchronizedMethod();
      }
      if (initialiser) {
        initialisation();
      }
      return changed;
    }

    private void element(AbstractInsnNode insn) {
      int value = m.maxLocals++;
      m.instructions.insertBefore(
          insn,
          list(
              new VarInsnNode(ASTORE, value), // [.., array, index]
              new InsnNode(DUP2),
              hook("elementWrite", "(Ljava/lang/Object;I)V"),
              new VarInsnNode(ALOAD, value)));
      changed = true;
    }

    /**
     * The object waits in a local, not on the operand stack: a virtual thread of JDK 24 or later
     * that gives its carrier away here comes back with stale references on an interpreted frame's
     * stack, and the JVM crashes.
     */
    private void monitorEnter(AbstractInsnNode insn) {
      int object = m.maxLocals++;
      m.instructions.insertBefore(
          insn,
          list(
              new InsnNode(DUP),
              new VarInsnNode(ASTORE, object),
              new InsnNode(DUP),
              hook("beforeMonitor", "(Ljava/lang/Object;)V"))); // [.., o]
      InsnList after = new InsnList();
      LabelNode start = new LabelNode();
      after.add(start);
      after.add(new VarInsnNode(ALOAD, object));
      after.add(hook("monitorEnter", "(Ljava/lang/Object;)V")); // [..]
      for (TryCatchBlockNode block : m.tryCatchBlocks) {
        if (startsAfter(insn, block.start)) { // an error in the hook must leave the monitor, too
          block.start = start;
        }
      }
      m.instructions.insert(insn, after);
      changed = true;
    }

    private void monitorExit(AbstractInsnNode insn) {
      InsnList hook = list(new InsnNode(DUP), hook("monitorExit", "(Ljava/lang/Object;)V"));
      TryCatchBlockNode self = OwnHandler.find(m, insn);
      if (self == null) {
        m.instructions.insertBefore(insn, hook);
      } else {
        OwnHandler.insert(m, self, insn, hook);
      }
      changed = true;
    }

    private void field(FieldInsnNode insn) {
      Optional<ClassInfo.Field> found =
          c.hierarchy.field(insn.owner, insn.name, insn.desc, c.loader);
      if (found.isEmpty()) {
        return;
      }
      ClassInfo.Field f = found.get();
      boolean plainAcquire =
          !c.isApplication()
              && insn.getOpcode() == GETFIELD
              && ((fences && !f.isFinal()) || f.isMixed());
      if (f.isVolatile() || plainAcquire) {
        volatileField(insn, f);
      }
      if (f.isStatic()) {
        use(insn, f);
      }
    }

    private void volatileField(FieldInsnNode insn, ClassInfo.Field f) {
      boolean write = insn.getOpcode() == PUTFIELD || insn.getOpcode() == PUTSTATIC;
      if (!c.isApplication() && write && m.name.equals("<init>") && !f.isStatic()) {
        return; // the object is published, with its own edge, after its constructor
      }
      int id = c.field(f);
      if (id == 0) {
        c.count("volatilesBeyondTable");
        return;
      }
      String name = write ? "volatileWrite" : "volatileRead";
      InsnList hook = new InsnList();
      if (f.isStatic()) {
        hook.add(new LdcInsnNode(id));
        hook.add(hook(name, "(I)V"));
      } else {
        boolean wide = Type.getType(f.descriptor()).getSize() == 2;
        if (!write) { // [.., o] get [.., o, v]
          m.instructions.insertBefore(insn, new InsnNode(DUP));
          hook.add(
              wide ? list(new InsnNode(DUP2_X1), new InsnNode(POP2)) : list(new InsnNode(SWAP)));
        } else if (wide) { // [.., o, v2] to [.., o, v2, o]
          hook.add(new InsnNode(DUP2_X1));
          hook.add(new InsnNode(POP2));
          hook.add(new InsnNode(DUP_X2));
        } else { // [.., o, v] to [.., o, v, o]
          hook.add(new InsnNode(DUP2));
          hook.add(new InsnNode(POP));
        }
        hook.add(new LdcInsnNode(id));
        hook.add(hook(name, "(Ljava/lang/Object;I)V"));
      }
      if (write) {
        m.instructions.insertBefore(insn, hook);
      } else {
        m.instructions.insert(insn, hook);
      }
      changed = true;
    }

    /** JLS 12.4.2: whoever uses a static field sees what the initialiser of its class did. */
    private void use(FieldInsnNode insn, ClassInfo.Field f) {
      ClassInfo owner = f.owner();
      if (owner.name().equals(c.node.name)) {
        if (initialiser && !m.name.equals("<clinit>")) {
          m.instructions.insert(insn, learn());
          changed = true;
        }
      } else if (c.isApplication()
          && owner.hasInitialiser()
          && carriesEdges(f)
          && c.isApplication(owner.name())) {
        int id = c.ownField(owner.name(), INIT, true);
        if (id == 0) {
          c.count("volatilesBeyondTable");
          return;
        }
        m.instructions.insert(insn, list(new LdcInsnNode(id), hook("learnFrom", "(I)V")));
        changed = true;
      }
    }

    /** A constant number or string leads to no memory. */
    private static boolean carriesEdges(ClassInfo.Field f) {
      return !f.isFinal()
          || (f.descriptor().length() > 1 && !f.descriptor().equals("Ljava/lang/String;"));
    }

    private InsnList learn() {
      return list(
          new FieldInsnNode(GETSTATIC, c.node.name, INIT, RELEASE),
          hook("learn", "(" + RELEASE + ")V"));
    }

    private void initialisation() {
      if (m.name.equals("<clinit>")) {
        for (AbstractInsnNode insn : m.instructions.toArray()) {
          if (insn.getOpcode() == RETURN) {
            m.instructions.insertBefore(
                insn,
                list(
                    hook("publish", "()" + RELEASE),
                    new FieldInsnNode(PUTSTATIC, c.node.name, INIT, RELEASE)));
          }
        }
        changed = true;
      } else if (m.name.equals("<init>")
          || ((m.access & ACC_STATIC) != 0 && (m.access & ACC_SYNTHETIC) == 0)) {
        m.instructions.insert(learn());
        changed = true;
      }
    }

    private void call(MethodInsnNode insn) {
      if (c.isApplication() && FenceCall.weave(m, insn)) {
        changed = true;
      } else if (insn.getOpcode() == INVOKEVIRTUAL
          && insn.owner.equals("jdk/internal/misc/Unsafe")) {
        changed |= new UnsafeCall(c, m, insn).weave();
      } else if (insn.getOpcode() == INVOKESTATIC) {
        return;
      } else if (insn.name.equals("wait") && isWait(insn.desc)) {
        insn.setOpcode(INVOKESTATIC);
        insn.owner = HB;
        insn.name = "await";
        insn.desc = "(Ljava/lang/Object;" + insn.desc.substring(1);
        insn.itf = false;
        changed = true;
      } else if (insn.name.equals("isAlive") && insn.desc.equals("()Z") && isThread(insn.owner)) {
        m.instructions.insertBefore(insn, new InsnNode(DUP));
        m.instructions.insert(insn, hook("alive", "(Ljava/lang/Thread;Z)Z"));
        changed = true;
      } else if (insn.name.equals("getState")
          && insn.desc.equals("()Ljava/lang/Thread$State;")
          && isThread(insn.owner)) {
        m.instructions.insertBefore(insn, new InsnNode(DUP));
        m.instructions.insert(
            insn,
            hook("state", "(Ljava/lang/Thread;Ljava/lang/Thread$State;)Ljava/lang/Thread$State;"));
        changed = true;
      }
    }

    private static boolean isWait(String descriptor) {
      return descriptor.equals("()V") || descriptor.equals("(J)V") || descriptor.equals("(JI)V");
    }

    private boolean isThread(@Nullable String owner) {
      return c.hierarchy.isSubclass(owner, "java/lang/Thread", c.loader);
    }

    /** Acquires on entry, releases on every exit. The flag stays: the JVM locks. */
    private void synchronizedMethod() {
      int lock = m.maxLocals++;
      for (AbstractInsnNode insn : m.instructions.toArray()) {
        if (insn.getOpcode() >= IRETURN && insn.getOpcode() <= RETURN) {
          m.instructions.insertBefore(insn, exit(lock));
        }
      }
      LabelNode start = new LabelNode();
      LabelNode end = new LabelNode();
      InsnList entry = new InsnList();
      entry.add(monitor());
      entry.add(new InsnNode(DUP));
      entry.add(new VarInsnNode(ASTORE, lock));
      entry.add(hook("monitorEnter", "(Ljava/lang/Object;)V"));
      entry.add(start);
      m.instructions.insert(entry);
      Frames.append(m, lock, "java/lang/Object");
      m.instructions.add(end);
      Object[] locals = Frames.only(lock, "java/lang/Object");
      if ((c.node.version & 0xFFFF) >= V1_6) {
        m.instructions.add(
            new FrameNode(F_NEW, locals.length, locals, 1, new Object[] {"java/lang/Throwable"}));
      }
      m.instructions.add(exit(lock));
      m.instructions.add(new InsnNode(ATHROW));
      m.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, null));
      changed = true;
    }

    private static InsnList exit(int lock) {
      return list(new VarInsnNode(ALOAD, lock), hook("monitorExit", "(Ljava/lang/Object;)V"));
    }

    private AbstractInsnNode monitor() {
      if ((m.access & ACC_STATIC) == 0) {
        return new VarInsnNode(ALOAD, 0);
      }
      if ((c.node.version & 0xFFFF) >= V1_5) {
        return new LdcInsnNode(Type.getObjectType(c.node.name));
      }
      return new LdcInsnNode("class " + c.node.name); // no class constants: any one object will do
    }
  }
}
