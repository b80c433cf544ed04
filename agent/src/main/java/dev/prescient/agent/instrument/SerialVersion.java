package dev.prescient.agent.instrument;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.SerialVersionUIDAdder;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Keeps a class's default serialVersionUID, of which the flags of its methods are a part: a
 * serializable class that loses a {@code synchronized} gets the number it had as a field.
 */
final class SerialVersion {
  private static final String NAME = "serialVersionUID";

  private SerialVersion() {}

  /** Called before the class's methods change. */
  static void keep(WovenClass c) {
    int exempt = Opcodes.ACC_INTERFACE | Opcodes.ACC_ENUM;
    if (c.loaded
        || (c.node.access & exempt) != 0
        || !losesAFlag(c.node)
        || c.node.fields.stream().anyMatch(f -> f.name.equals(NAME))
        || !isSerializable(c, c.node.name)) {
      return;
    }
    long[] found = new long[1];
    bare(c.node)
        .accept(
            new SerialVersionUIDAdder(Opcodes.ASM9, null) {
              @Override
              protected void addSVUID(long svuid) {
                found[0] = svuid;
              }
            });
    int access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
    c.node.fields.add(new FieldNode(access, NAME, "J", null, found[0]));
  }

  private static boolean losesAFlag(ClassNode node) {
    return node.methods.stream()
        .anyMatch(
            m ->
                (m.access & Opcodes.ACC_SYNCHRONIZED) != 0
                    && (m.access & Opcodes.ACC_PRIVATE) == 0);
  }

  private static boolean isSerializable(WovenClass c, @Nullable String name) {
    if (name == null || name.equals("java/lang/Object")) {
      return false;
    }
    if (name.equals("java/io/Serializable")) {
      return true;
    }
    ClassInfo info = c.hierarchy.find(name, c.loader).orElse(null);
    if (info == null) {
      return false;
    }
    return isSerializable(c, info.superName())
        || info.interfaces().stream().anyMatch(i -> isSerializable(c, i));
  }

  /** The class as the program has it: members without code, none of ours. */
  private static ClassNode bare(ClassNode node) {
    ClassNode bare = new ClassNode();
    bare.visit(
        node.version,
        node.access,
        node.name,
        null,
        node.superName,
        node.interfaces.toArray(new String[0]));
    bare.innerClasses.addAll(node.innerClasses);
    for (FieldNode f : node.fields) {
      if (!f.name.startsWith("$pm$")) {
        bare.fields.add(new FieldNode(f.access, f.name, f.desc, null, null));
      }
    }
    for (MethodNode m : node.methods) {
      if (!m.name.startsWith("$pm$")) {
        bare.methods.add(new MethodNode(m.access, m.name, m.desc, null, null));
      }
    }
    return bare;
  }
}
