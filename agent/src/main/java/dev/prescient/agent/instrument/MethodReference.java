package dev.prescient.agent.instrument;

import dev.prescient.runtime.HiddenFields;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Method references such as {@code list::add}: the class that the JDK makes for one calls the
 * method directly. Redirected, it calls a synthetic static method of the referring class, in which
 * the call can be woven like any other.
 */
final class MethodReference implements Opcodes {
  private static final String FACTORY = "java/lang/invoke/LambdaMetafactory";
  private static final int SERIALIZABLE = 1;

  /** Where a bootstrap's arguments have the method, and the flags of altMetafactory. */
  private static final int METHOD = 1;

  private static final int FLAGS = 3;

  private MethodReference() {}

  /** The instance method that an instruction refers to, or null. Serialized ones keep theirs. */
  static @Nullable Handle of(InvokeDynamicInsnNode indy) {
    Object[] arguments = indy.bsmArgs;
    if (!indy.bsm.getOwner().equals(FACTORY) || !(arguments[METHOD] instanceof Handle handle)) {
      return null;
    }
    boolean serialized =
        arguments.length > FLAGS
            && arguments[FLAGS] instanceof Integer flags
            && (flags & SERIALIZABLE) != 0;
    int tag = handle.getTag();
    return !serialized && (tag == H_INVOKEVIRTUAL || tag == H_INVOKEINTERFACE) ? handle : null;
  }

  /** The call that a handle stands for. */
  static MethodInsnNode call(Handle handle) {
    int opcode = handle.getTag() == H_INVOKEINTERFACE ? INVOKEINTERFACE : INVOKEVIRTUAL;
    return new MethodInsnNode(
        opcode, handle.getOwner(), handle.getName(), handle.getDesc(), handle.isInterface());
  }

  /**
   * Adds a method that makes the call, on the line of the reference, and refers to that. A static
   * method must take exactly what is bound: the type of the object, not the method's class.
   */
  static MethodNode redirect(
      WovenClass c, MethodNode m, InvokeDynamicInsnNode indy, Handle handle, MethodInsnNode call) {
    Type[] bound = Type.getArgumentTypes(indy.desc);
    Type receiver = bound.length > 0 ? bound[0] : Type.getObjectType(handle.getOwner());
    String descriptor = "(" + receiver.getDescriptor() + call.desc.substring(1);
    String name = HiddenFields.PREFIX + "call" + c.node.methods.size();
    MethodNode through =
        new MethodNode(ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC, name, descriptor, null, null);
    LabelNode start = new LabelNode();
    through.instructions.add(start);
    int line = line(indy);
    if (line >= 0) {
      through.instructions.add(new LineNumberNode(line, start));
    }
    for (Type type : Type.getArgumentTypes(descriptor)) {
      through.instructions.add(new VarInsnNode(type.getOpcode(ILOAD), through.maxLocals));
      through.maxLocals += type.getSize();
    }
    through.instructions.add(call);
    through.instructions.add(new InsnNode(Type.getReturnType(descriptor).getOpcode(IRETURN)));
    c.node.methods.add(through);
    boolean isInterface = (c.node.access & ACC_INTERFACE) != 0;
    indy.bsmArgs[METHOD] =
        new Handle(H_INVOKESTATIC, c.node.name, through.name, descriptor, isInterface);
    return through;
  }

  private static int line(AbstractInsnNode insn) {
    for (AbstractInsnNode i = insn; i != null; i = i.getPrevious()) {
      if (i instanceof LineNumberNode n) {
        return n.line;
      }
    }
    return -1;
  }
}
