package dev.prescient.agent.instrument;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.JSRInlinerAdapter;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Class files to trees and back. */
final class ClassBytes {
  private ClassBytes() {}

  /** Subroutines, which class files before version 51 may have, are inlined. */
  static ClassNode read(ClassReader reader) {
    boolean old = reader.readUnsignedShort(6) < Opcodes.V1_7;
    ClassNode node =
        old
            ? new ClassNode(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access,
                  String name,
                  String descriptor,
                  @Nullable String signature,
                  String @Nullable [] exceptions) {
                MethodNode m =
                    (MethodNode) super.visitMethod(access, name, descriptor, signature, exceptions);
                return new JSRInlinerAdapter(m, access, name, descriptor, signature, exceptions);
              }
            }
            : new ClassNode();
    reader.accept(node, ClassReader.EXPAND_FRAMES);
    return node;
  }

  /** The constant pool is kept: the JVM compares pools when it retransforms. */
  static byte[] write(ClassReader reader, ClassNode node) {
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    return writer.toByteArray();
  }
}
