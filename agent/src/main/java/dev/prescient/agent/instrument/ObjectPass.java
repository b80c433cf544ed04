package dev.prescient.agent.instrument;

import dev.prescient.runtime.race.Overrides;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
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
 * Hooks at the application's calls of methods of JDK objects that are not thread-safe. Such an
 * object's state is one variable; its class is known when the call happens, so the JDK's own code
 * stays as it is. The exception are the synchronised wrappers of {@code Collections}: what they do
 * to the collection behind them is checked inside, where their lock is held, at the site from which
 * the application called them.
 */
final class ObjectPass implements Pass, Opcodes {
  private static final String STATE = "dev/prescient/runtime/race/ObjectState";
  private static final String ITERATOR = "dev/prescient/runtime/race/IteratorState";
  private static final String ELEMENT = "dev/prescient/runtime/race/ElementState";
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String CALL = OBJECT + "Ljava/lang/String;I)";

  @Override
  public boolean concernsJdk(String name) {
    return name.startsWith("java/util/Collections$Synchronized");
  }

  @Override
  public boolean weave(WovenClass c) {
    if (c.isApplication()) {
      declareOverrides(c);
    }
    ObjectMethods methods = new ObjectMethods(c.hierarchy);
    boolean changed = false;
    for (MethodNode m : List.copyOf(c.node.methods)) {
      if (m.instructions.size() > 0) {
        changed |= new MethodWeaver(c, m, methods).weave();
      }
    }
    return changed;
  }

  /** Tells the runtime what a class declares if a method of the JDK may be overridden by it. */
  private static void declareOverrides(WovenClass c) {
    if (c.node.superName == null || c.node.superName.equals("java/lang/Object")) {
      return;
    }
    StringBuilder names = new StringBuilder();
    for (MethodNode m : c.node.methods) {
      if ((m.access & (ACC_STATIC | ACC_PRIVATE)) == 0 && !m.name.startsWith("<")) {
        names.append(names.length() == 0 ? "" : " ").append(m.name);
      }
    }
    Overrides.declare(c.node.name.replace('/', '.'), names.toString());
  }

  /** One method. */
  private static final class MethodWeaver {
    private final WovenClass c;
    private final MethodNode m;
    private final ObjectMethods methods;
    private final int scratch;
    private final int site;
    private boolean changed;

    MethodWeaver(WovenClass c, MethodNode m, ObjectMethods methods) {
      this.c = c;
      this.m = m;
      this.methods = methods;
      this.site = m.maxLocals;
      this.scratch = m.maxLocals + 1;
    }

    boolean weave() {
      Set<AbstractInsnNode> confined = null;
      for (AbstractInsnNode insn : c.original(m)) {
        if (insn instanceof InvokeDynamicInsnNode indy && c.isApplication() && !c.loaded) {
          reference(indy);
        } else if (insn instanceof MethodInsnNode call
            && call.getOpcode() != INVOKESTATIC
            && !call.name.equals("<init>")) {
          ObjectMethods.Use use =
              methods.use(call.owner, call.name, call.desc, c.loader).orElse(null);
          if (use != null) {
            confined = confined == null ? ConfinedObjects.calls(c.node.name, m) : confined;
            boolean shared = !confined.contains(call);
            if (shared || (use.iterator != null && use.hook != null)) {
              call(call, use, shared, c.isApplication() ? site(call, call) : 0);
            }
          }
        }
      }
      return changed;
    }

    private int site(AbstractInsnNode at, MethodInsnNode call) {
      return c.site(m, at, call.owner + "." + call.name + " " + call.desc);
    }

    /** A method reference: the method is called from a method of ours, where it can be checked. */
    private void reference(InvokeDynamicInsnNode indy) {
      Handle handle = MethodReference.of(indy);
      if (handle == null) {
        return;
      }
      ObjectMethods.Use use =
          methods.use(handle.getOwner(), handle.getName(), handle.getDesc(), c.loader).orElse(null);
      if (use != null) {
        MethodInsnNode call = MethodReference.call(handle);
        MethodNode through = MethodReference.redirect(c, m, indy, handle, call);
        new MethodWeaver(c, through, methods).call(call, use, true, site(indy, call));
        changed = true;
      }
    }

    /** [.., o, arguments] */
    private void call(MethodInsnNode call, ObjectMethods.Use use, boolean shared, int place) {
      Type[] arguments = Type.getArgumentTypes(call.desc);
      boolean after = use == ObjectMethods.Use.CHANGE || use == ObjectMethods.Use.UPDATE;
      int receiver = scratch;
      int version = scratch + 1;
      InsnList before = new InsnList();
      InsnList restore = new InsnList();
      int local = scratch + 2;
      for (int i = arguments.length - 1; i >= 0; i--) {
        before.add(new VarInsnNode(arguments[i].getOpcode(ISTORE), local));
        restore.insert(new VarInsnNode(arguments[i].getOpcode(ILOAD), local));
        local += arguments[i].getSize();
      }
      m.maxLocals = Math.max(m.maxLocals, local);
      before.add(new InsnNode(DUP)); // [.., o, o]
      if (after) {
        before.add(new InsnNode(DUP));
        before.add(new VarInsnNode(ASTORE, receiver));
      }
      before.add(method(call));
      boolean buffer = use == ObjectMethods.Use.GET || use == ObjectMethods.Use.PUT;
      boolean element =
          buffer || use == ObjectMethods.Use.READ_AT || use == ObjectMethods.Use.WRITE_AT;
      if (element) { // the first argument is in the last local
        boolean indexed = !buffer || BufferMethods.isAbsolute(call.name, call.desc);
        before.add(indexed ? new VarInsnNode(ILOAD, local - 1) : new InsnNode(ICONST_M1));
      }
      if (buffer) {
        before.add(new LdcInsnNode(BufferMethods.elements(call)));
      }
      if (c.isApplication()) {
        before.add(new LdcInsnNode(place));
      } else {
        before.add(new VarInsnNode(ALOAD, 0));
        before.add(hook("site", "(" + OBJECT + ")I"));
      }
      if (after) {
        before.add(new InsnNode(DUP));
        before.add(new VarInsnNode(ISTORE, site));
        before.add(hook("before", "(" + CALL + "I"));
        before.add(new VarInsnNode(ISTORE, version));
      } else if (element) {
        String descriptor = "(" + OBJECT + "Ljava/lang/String;I" + (buffer ? "I" : "") + "I)V";
        before.add(new MethodInsnNode(INVOKESTATIC, ELEMENT, use.hook, descriptor, false));
      } else {
        before.add(
            shared && use.iterator != null
                ? new MethodInsnNode(INVOKESTATIC, ITERATOR, use.iterator, "(" + CALL + "V", false)
                : hook(use.hook, "(" + CALL + "V"));
      }
      before.add(restore); // [.., o, arguments]
      m.instructions.insertBefore(call, before);
      if (after) {
        m.instructions.insert(call, after(call, use, receiver, version));
      }
      changed = true;
    }

    /** [.., result] */
    private InsnList after(MethodInsnNode call, ObjectMethods.Use use, int receiver, int version) {
      String result = "";
      InsnList after = new InsnList();
      if (use == ObjectMethods.Use.UPDATE) {
        after.add(new InsnNode(DUP));
        result = call.desc.endsWith(")Z") ? "Z" : OBJECT;
      }
      after.add(new VarInsnNode(ALOAD, receiver));
      after.add(new VarInsnNode(ILOAD, version));
      after.add(method(call));
      after.add(new VarInsnNode(ILOAD, site));
      after.add(hook(use.hook, "(" + result + OBJECT + "ILjava/lang/String;I)V"));
      return after;
    }

    /** The name by which an override is known; a call of the super class's method has none. */
    private static AbstractInsnNode method(MethodInsnNode call) {
      return call.getOpcode() == INVOKESPECIAL
          ? new InsnNode(ACONST_NULL)
          : new LdcInsnNode(call.name);
    }

    private static MethodInsnNode hook(@Nullable String name, String descriptor) {
      return new MethodInsnNode(INVOKESTATIC, STATE, name, descriptor, false);
    }
  }
}
