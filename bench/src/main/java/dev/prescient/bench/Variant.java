package dev.prescient.bench;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A copy of pm.jar some of whose methods do less, to measure what they buy: the agent itself has no
 * switch for that, and pays for none.
 */
final class Variant {
  private static final String OURS = "dev/prescient/";
  private static final String INLINE = "Ljdk/internal/vm/annotation/ForceInline;";
  private static final String CALL = "Ljdk/internal/vm/annotation/DontInline;";

  /** What becomes of a method. */
  enum Body {
    /** It returns nothing, false, 0 or null. */
    NOTHING,
    /** It returns true. */
    TRUE,
    /** A static method of one parameter returns that. */
    PARAMETER,
    /** It is what it was, but compiled code calls it. */
    CALLED
  }

  /**
   * A change of all methods of a name.
   *
   * @param owner the class, without {@code dev.prescient} and with slashes
   */
  record Patch(String owner, String method, Body body) {}

  private final List<Patch> patches;
  private final Set<Patch> done = new HashSet<>();

  private Variant(List<Patch> patches) {
    this.patches = patches;
  }

  /**
   * Writes a patched copy of a jar.
   *
   * @throws IOException if a method is not there, too
   */
  static void write(Path jar, Path copy, List<Patch> patches) throws IOException {
    Variant variant = new Variant(patches);
    try (InputStream in = Files.newInputStream(jar);
        OutputStream out = Files.newOutputStream(copy)) {
      variant.copy(in, out);
    }
    for (Patch patch : patches) {
      if (!variant.done.contains(patch)) {
        throw new IOException("no method " + patch.owner + "." + patch.method + " in " + jar);
      }
    }
  }

  private void copy(InputStream from, OutputStream to) throws IOException {
    ZipInputStream in = new ZipInputStream(from);
    ZipOutputStream out = new ZipOutputStream(to);
    for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
      out.putNextEntry(new ZipEntry(entry.getName()));
      byte[] bytes = in.readAllBytes();
      if (entry.getName().endsWith(".jar")) {
        ByteArrayOutputStream nested = new ByteArrayOutputStream();
        copy(new ByteArrayInputStream(bytes), nested);
        bytes = nested.toByteArray();
      } else if (entry.getName().startsWith(OURS) && entry.getName().endsWith(".class")) {
        bytes = patched(entry.getName(), bytes);
      }
      out.write(bytes);
      out.closeEntry();
    }
    out.finish();
  }

  private byte[] patched(String entry, byte[] bytes) {
    String owner = entry.substring(OURS.length(), entry.length() - ".class".length());
    if (patches.stream().noneMatch(p -> p.owner.equals(owner))) {
      return bytes;
    }
    ClassReader reader = new ClassReader(bytes);
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    reader.accept(new Patcher(owner, writer), 0);
    return writer.toByteArray();
  }

  private final class Patcher extends ClassVisitor {
    private final String owner;

    Patcher(String owner, ClassVisitor next) {
      super(Opcodes.ASM9, next);
      this.owner = owner;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access, String name, String desc, @Nullable String sig, String @Nullable [] thrown) {
      MethodVisitor next = super.visitMethod(access, name, desc, sig, thrown);
      for (Patch patch : patches) {
        if (patch.owner.equals(owner) && patch.method.equals(name)) {
          done.add(patch);
          if (patch.body == Body.CALLED) {
            return new Called(next);
          }
          emit(patch.body, Type.getMethodType(desc), next);
          return null;
        }
      }
      return next;
    }
  }

  private static void emit(Body body, Type method, MethodVisitor out) {
    Type result = method.getReturnType();
    out.visitCode();
    if (body == Body.PARAMETER) {
      out.visitVarInsn(method.getArgumentTypes()[0].getOpcode(Opcodes.ILOAD), 0);
    } else if (body == Body.TRUE) {
      out.visitInsn(Opcodes.ICONST_1);
    } else {
      switch (result.getSort()) {
        case Type.VOID -> {}
        case Type.LONG -> out.visitInsn(Opcodes.LCONST_0);
        case Type.OBJECT, Type.ARRAY -> out.visitInsn(Opcodes.ACONST_NULL);
        default -> out.visitInsn(Opcodes.ICONST_0);
      }
    }
    out.visitInsn(result.getOpcode(Opcodes.IRETURN));
    out.visitMaxs(0, 0);
    out.visitEnd();
  }

  private static final class Called extends MethodVisitor {
    Called(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
      return super.visitAnnotation(descriptor.equals(INLINE) ? CALL : descriptor, visible);
    }
  }
}
