package dev.prescient.agent.instrument;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.JSRInlinerAdapter;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Class files to trees and back. */
final class ClassBytes {
  /** ASM has a minor version in the upper half, the file in the first two bytes. */
  private static final int[] VERSION_SHIFTS = {24, 16, 8, 0};

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

  /**
   * The constant pool is kept: the JVM compares pools when it retransforms.
   *
   * <p>ASM takes the depth of the stack after a jump from the frames there. A class that the JVM
   * did not verify when it loaded it, one of its own, may come without them to be retransformed:
   * then the depth has to be followed along the jumps, which ASM does for class files of a version
   * that need not have frames. A depth that is too low lets the garbage collector crash.
   */
  static byte[] write(ClassReader reader, ClassNode node) {
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    int version = node.version;
    boolean without = (version & 0xFFFF) >= Opcodes.V1_7 && jumps(node) && !hasFrames(node);
    node.version = without ? Opcodes.V1_6 : version;
    node.accept(writer);
    node.version = version;
    byte[] bytes = writer.toByteArray();
    for (int i = 0; i < 4; i++) { // minor and major
      bytes[4 + i] = (byte) (version >>> VERSION_SHIFTS[i]);
    }
    return bytes;
  }

  private static boolean jumps(ClassNode node) {
    for (MethodNode m : node.methods) {
      if (!m.tryCatchBlocks.isEmpty() || has(m, AbstractInsnNode.JUMP_INSN)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasFrames(ClassNode node) {
    for (MethodNode m : node.methods) {
      if (has(m, AbstractInsnNode.FRAME)) {
        return true;
      }
    }
    return false;
  }

  private static boolean has(MethodNode m, int type) {
    for (AbstractInsnNode i = m.instructions.getFirst(); i != null; i = i.getNext()) {
      if (i.getType() == type) {
        return true;
      }
    }
    return false;
  }
}
