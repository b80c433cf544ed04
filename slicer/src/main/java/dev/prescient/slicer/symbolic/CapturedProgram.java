package dev.prescient.slicer.symbolic;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The classes of a trace, read when first needed.
 *
 * <p>State: grows with {@link #add} and with what is asked; not thread-safe.
 */
final class CapturedProgram {
  private static final class Entry {
    final byte[] bytes;
    @Nullable ClassNode node;

    Entry(byte[] bytes) {
      this.bytes = bytes;
    }

    ClassNode node() {
      ClassNode n = node;
      if (n == null) {
        n = new ClassNode();
        new ClassReader(bytes).accept(n, ClassReader.SKIP_FRAMES);
        node = n;
      }
      return n;
    }
  }

  /** A field where it is declared; whether that class is captured. */
  record Field(String key, String simpleName, int access, boolean isCaptured) {
    boolean isConstant() {
      int both = Opcodes.ACC_STATIC | Opcodes.ACC_FINAL;
      return (access & both) == both;
    }
  }

  private final TreeMap<Integer, Entry> byMethod = new TreeMap<>();
  private final Map<String, Entry> byName = new HashMap<>();
  private final Map<Integer, MethodCode> methods = new HashMap<>();
  private final Map<String, Field> fields = new HashMap<>();

  void add(int firstMethod, String name, byte[] bytes) {
    Entry e = new Entry(bytes);
    byMethod.put(firstMethod, e);
    byName.put(name, e);
  }

  boolean contains(String internalName) {
    return byName.containsKey(internalName);
  }

  /** A method by its number; null if the trace has no such class. */
  @Nullable MethodCode method(int number) {
    MethodCode known = methods.get(number);
    if (known == null) {
      Map.Entry<Integer, Entry> e = byMethod.floorEntry(number);
      if (e == null) {
        return null;
      }
      ClassNode c = e.getValue().node();
      int i = number - e.getKey();
      if (i >= c.methods.size()) {
        return null;
      }
      MethodNode m = c.methods.get(i);
      known = new MethodCode(number, c, m);
      methods.put(number, known);
    }
    return known;
  }

  /** Resolves a field to its declaration as far as the captured classes tell. */
  Field field(String owner, String name, String descriptor) {
    return fields.computeIfAbsent(
        owner + "." + name + ":" + descriptor, k -> resolve(owner, name, descriptor));
  }

  private Field resolve(String owner, String name, String descriptor) {
    String at = owner;
    while (true) {
      Entry e = byName.get(at);
      if (e == null) {
        return new Field(at + "." + name + ":" + descriptor, name, 0, false);
      }
      ClassNode c = e.node();
      for (FieldNode f : c.fields) {
        if (f.name.equals(name) && f.desc.equals(descriptor)) {
          return new Field(at + "." + name + ":" + descriptor, name, f.access, true);
        }
      }
      for (String i : c.interfaces) {
        Entry interfaceEntry = byName.get(i);
        if (interfaceEntry != null
            && interfaceEntry.node().fields.stream().anyMatch(f -> f.name.equals(name))) {
          return resolve(i, name, descriptor);
        }
      }
      if (c.superName == null) {
        return new Field(at + "." + name + ":" + descriptor, name, 0, false);
      }
      at = c.superName;
    }
  }
}
