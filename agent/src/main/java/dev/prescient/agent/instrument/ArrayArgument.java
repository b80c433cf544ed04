package dev.prescient.agent.instrument;

import java.util.HashMap;
import java.util.Map;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * An array given to a method of the JDK that reads or writes a range of it, or all, for certain and
 * without a lock of its own: checked before the call.
 *
 * @param array which argument, from 0
 * @param from the argument that is the first index, or -1
 * @param count the argument that is the number of elements, or -1
 */
record ArrayArgument(int array, int from, int count, boolean writes) implements Opcodes {
  private static final String ARRAYS = "dev/prescient/runtime/race/FastTrackArrays";

  /** By owner, name and types of arguments. */
  private static final Map<String, ArrayArgument> METHODS = new HashMap<>();

  static {
    String string = "java/lang/String";
    String charset = "Ljava/nio/charset/Charset;";
    for (String first : new String[] {"[B", "[B" + charset, "[BLjava/lang/String;", "[C"}) {
      put(string, "<init>", first, new ArrayArgument(0, -1, -1, false));
    }
    for (String first : new String[] {"[BII", "[BII" + charset, "[CII", "[III"}) {
      put(string, "<init>", first, new ArrayArgument(0, 1, 2, false));
    }
    for (String name : new String[] {"valueOf", "copyValueOf"}) {
      whole(string, name, "[C");
      range(string, name, "[CII");
    }
    whole("java/lang/StringBuilder", "append", "[C");
    range("java/lang/StringBuilder", "append", "[CII");
    for (String owner :
        new String[] {
          "java/security/MessageDigest", "java/security/Signature", "javax/crypto/Mac"
        }) {
      whole(owner, "update", "[B");
      range(owner, "update", "[BII");
    }
    whole("java/security/MessageDigest", "digest", "[B");
    for (String type :
        new String[] {"Byte[B", "Char[C", "Int[I", "Long[J", "Float[F", "Double[D"}) {
      String owner = "java/nio/" + type.substring(0, type.indexOf('[')) + "Buffer";
      String array = type.substring(type.indexOf('['));
      range(owner, "put", array + "II");
      put(owner, "get", array + "II", new ArrayArgument(0, 1, 2, true));
    }
  }

  private static void whole(String owner, String name, String types) {
    put(owner, name, types, new ArrayArgument(0, -1, -1, false));
  }

  private static void range(String owner, String name, String types) {
    put(owner, name, types, new ArrayArgument(0, 1, 2, false));
  }

  private static void put(String owner, String name, String types, ArrayArgument a) {
    METHODS.put(owner + "." + name + "(" + types + ")", a);
  }

  /** Adds a hook if the call is one of those. */
  static boolean weave(WovenClass c, MethodNode m, MethodInsnNode call) {
    int end = call.desc.indexOf(')') + 1;
    ArrayArgument a =
        call.desc.startsWith("([")
            ? METHODS.get(call.owner + "." + call.name + call.desc.substring(0, end))
            : null;
    if (a == null) {
      return false;
    }
    m.instructions.insertBefore(call, a.hook(m, call, c.site(m, call, "[")));
    return true;
  }

  /** [.., arguments] */
  private InsnList hook(MethodNode m, MethodInsnNode call, int site) {
    Type[] arguments = Type.getArgumentTypes(call.desc);
    int[] locals = new int[arguments.length];
    InsnList code = new InsnList();
    for (int i = arguments.length - 1; i >= 0; i--) {
      locals[i] = m.maxLocals;
      m.maxLocals += arguments[i].getSize();
      code.add(new VarInsnNode(arguments[i].getOpcode(ISTORE), locals[i]));
    }
    code.add(new VarInsnNode(ALOAD, locals[array]));
    code.add(from < 0 ? new InsnNode(ICONST_0) : new VarInsnNode(ILOAD, locals[from]));
    code.add(count < 0 ? new InsnNode(ICONST_M1) : new VarInsnNode(ILOAD, locals[count]));
    code.add(new InsnNode(writes ? ICONST_1 : ICONST_0));
    code.add(new LdcInsnNode(site));
    code.add(new MethodInsnNode(INVOKESTATIC, ARRAYS, "given", "(Ljava/lang/Object;IIZI)V", false));
    for (int i = 0; i < arguments.length; i++) {
      code.add(new VarInsnNode(arguments[i].getOpcode(ILOAD), locals[i]));
    }
    return code;
  }
}
