package dev.prescient.agent.instrument;

import dev.prescient.runtime.HiddenFields;
import java.util.LinkedHashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.FieldNode;

/**
 * The synthetic fields in which objects keep the clocks of their volatile fields, and constants
 * with the names of those: see the runtime's VolatileFields.
 */
final class VolatileClocks implements Opcodes {
  /** A longer list of names does not fit in a constant. */
  private static final int MAX_LENGTH = 10_000;

  private VolatileClocks() {}

  /** Adds them to a class; whether there are any. */
  static boolean add(WovenClass c) {
    if (!c.isApplication() || c.loaded || (c.node.access & ACC_INTERFACE) != 0) {
      return false;
    }
    boolean objects = add(c, 0, HiddenFields.CLOCK, HiddenFields.VOLATILES);
    return add(c, ACC_STATIC, HiddenFields.STATIC_CLOCK, HiddenFields.STATIC_VOLATILES) || objects;
  }

  private static boolean add(WovenClass c, int kind, String prefix, String constant) {
    Set<String> names = new LinkedHashSet<>();
    for (FieldNode f : c.node.fields) {
      if ((f.access & (ACC_VOLATILE | ACC_STATIC)) == (ACC_VOLATILE | kind)) {
        names.add(f.name);
      }
    }
    String separator = String.valueOf(HiddenFields.SEPARATOR);
    String list = String.join(separator, names) + separator;
    if (names.isEmpty() || list.length() > MAX_LENGTH) {
      return false;
    }
    int access = ACC_PRIVATE | ACC_SYNTHETIC | ACC_TRANSIENT | kind;
    for (String name : names) {
      String clock = prefix + name;
      c.node.fields.add(new FieldNode(access, clock, "Ljava/lang/Object;", null, null));
    }
    int fixed = ACC_PRIVATE | ACC_STATIC | ACC_FINAL | ACC_SYNTHETIC;
    return c.node.fields.add(new FieldNode(fixed, constant, "Ljava/lang/String;", null, list));
  }
}
