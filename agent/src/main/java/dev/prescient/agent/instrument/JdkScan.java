package dev.prescient.agent.instrument;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A quick look at a JDK class: whether it synchronises at all. About one in ten does; the others
 * are not parsed into a tree, nor retransformed.
 */
final class JdkScan extends ClassVisitor {
  /**
   * Machinery below the Java language, on which the hooks themselves stand; and thread groups,
   * whose lock orders the end of any thread before the start of the next, which the program does
   * not.
   */
  private static final Set<String> LEFT_ALONE =
      Set.of(
          "java/lang/Object",
          "java/lang/ThreadGroup",
          "java/lang/VirtualThread",
          "jdk/internal/misc/Unsafe",
          "jdk/internal/vm/Continuation");

  private static final Set<String> CALLS =
      Set.of(
          "wait()V", "wait(J)V", "wait(JI)V", "isAlive()Z", "getState()Ljava/lang/Thread$State;");

  private final Hierarchy hierarchy;
  private final @Nullable ClassLoader loader;
  private boolean found;

  private JdkScan(Hierarchy hierarchy, @Nullable ClassLoader loader) {
    super(Opcodes.ASM9);
    this.hierarchy = hierarchy;
    this.loader = loader;
  }

  /** Whether a class is only for {@link JdkHooks}. */
  static boolean isLeftAlone(String name) {
    return LEFT_ALONE.contains(name);
  }

  /** Whether a class has to be woven. */
  static boolean synchronises(
      byte[] bytes, String name, Hierarchy hierarchy, @Nullable ClassLoader loader) {
    if (JdkHooks.concerns(name)) {
      return true;
    }
    if (isLeftAlone(name)) {
      return false;
    }
    JdkScan scan = new JdkScan(hierarchy, loader);
    new ClassReader(bytes).accept(scan, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return scan.found;
  }

  @Override
  public @Nullable MethodVisitor visitMethod(
      int access, String name, String desc, @Nullable String sig, String @Nullable [] exceptions) {
    int native0 = access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT);
    found |= native0 == 0 && (access & Opcodes.ACC_SYNCHRONIZED) != 0;
    return found || native0 != 0 ? null : new Body();
  }

  private final class Body extends MethodVisitor {
    Body() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitInsn(int opcode) {
      found |= opcode == Opcodes.MONITORENTER;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      if (!found) {
        Optional<ClassInfo.Field> f = hierarchy.field(owner, name, descriptor, loader);
        found =
            f.isPresent()
                && (f.get().isVolatile() || (opcode == Opcodes.GETFIELD && f.get().isMixed()));
      }
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      found |=
          (owner.equals("jdk/internal/misc/Unsafe") && UnsafeCall.mode(name) != 0)
              || (owner.equals("java/lang/invoke/VarHandle") && name.endsWith("Fence"))
              || CALLS.contains(name + descriptor);
    }
  }
}
