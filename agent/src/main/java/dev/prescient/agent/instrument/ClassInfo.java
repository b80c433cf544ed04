package dev.prescient.agent.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A class's header read from its bytes, without loading it.
 *
 * @param name internal name
 * @param access flags
 * @param superName internal name of the super class, null for Object
 * @param interfaces internal names
 * @param fields access flags by {@code name:desc}, in the order of the class file
 * @param hasInitialiser whether it has a {@code <clinit>}
 */
public record ClassInfo(
    String name,
    int access,
    @Nullable String superName,
    List<String> interfaces,
    Map<String, Integer> fields,
    boolean hasInitialiser) {

  /** A field where it is declared. */
  public record Field(ClassInfo owner, String name, String descriptor, int access) {
    /** {@code a/b/C.name:desc}, the name of the declaration everywhere. */
    public String key() {
      return owner.name + "." + name + ":" + descriptor;
    }

    /**
     * Whether a class of the JDK may read the field plainly although it writes it atomically: a
     * reference in a class that has VarHandles or Unsafe of its own. LinkedTransferQueue's nodes
     * are linked so.
     */
    public boolean isMixed() {
      return descriptor.length() > 1
          && (access & (Opcodes.ACC_STATIC | Opcodes.ACC_FINAL | Opcodes.ACC_VOLATILE)) == 0
          && owner.hasAtomicAccess();
    }

    /** Place among the fields of its class, from 0. */
    public int index() {
      int i = 0;
      for (String field : owner.fields.keySet()) {
        if (field.equals(name + ":" + descriptor)) {
          return i;
        }
        i++;
      }
      return i;
    }

    public boolean isStatic() {
      return (access & Opcodes.ACC_STATIC) != 0;
    }

    public boolean isVolatile() {
      return (access & Opcodes.ACC_VOLATILE) != 0;
    }

    public boolean isFinal() {
      return (access & Opcodes.ACC_FINAL) != 0;
    }
  }

  private boolean hasAtomicAccess() {
    for (String f : fields.keySet()) {
      if (f.endsWith(":Ljava/lang/invoke/VarHandle;")
          || f.endsWith(":Ljdk/internal/misc/Unsafe;")) {
        return true;
      }
    }
    return false;
  }

  /** Reads a header. */
  public static ClassInfo read(byte[] bytes) {
    return read(new ClassReader(bytes));
  }

  /** As {@link #read(byte[])}. */
  static ClassInfo read(ClassReader reader) {
    Map<String, Integer> fields = new LinkedHashMap<>();
    boolean[] hasInitialiser = new boolean[1];
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public @Nullable MethodVisitor visitMethod(
              int access, String name, String desc, @Nullable String sig, String @Nullable [] ex) {
            hasInitialiser[0] |= name.equals("<clinit>");
            return null;
          }

          @Override
          public @Nullable FieldVisitor visitField(
              int access, String name, String desc, @Nullable String sig, @Nullable Object value) {
            fields.put(name + ":" + desc, access);
            return null;
          }
        },
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return new ClassInfo(
        reader.getClassName(),
        reader.getAccess(),
        reader.getSuperName(),
        List.of(reader.getInterfaces()),
        fields,
        hasInitialiser[0]);
  }

  /** Reads a class's header through a loader's resources; empty if it has no bytes there. */
  public static Optional<ClassInfo> find(String name, @Nullable ClassLoader loader) {
    Optional<byte[]> bytes = bytes(name, loader);
    return bytes.isPresent() ? Optional.of(read(bytes.get())) : Optional.empty();
  }

  /** Reads a class's bytes through a loader's resources; empty if it has none there. */
  static Optional<byte[]> bytes(String name, @Nullable ClassLoader loader) {
    String resource = name + ".class";
    Module module = PlatformModules.of(name);
    try (InputStream in =
        module != null
            ? module.getResourceAsStream(resource)
            : loader == null
                ? ClassLoader.getSystemResourceAsStream(resource)
                : loader.getResourceAsStream(resource)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException | RuntimeException | LinkageError e) {
      return Optional.empty();
    }
  }
}
