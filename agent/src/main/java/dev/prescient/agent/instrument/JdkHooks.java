package dev.prescient.agent.instrument;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Hooks in single methods of the JDK, by name, beside the general ones of {@link SyncPass}: the
 * life of threads, interruption, what is done with unreachable objects, the end of the JVM,
 * reflection and stack traces, which must not show what is ours. Names are those of JDK 17 to 25; a
 * method that a release does not have is not missed.
 */
final class JdkHooks implements Opcodes {
  private static final Set<String> CLASSES =
      Set.of(
          "java/lang/Thread",
          "java/lang/VirtualThread",
          "java/lang/Shutdown",
          "java/lang/StackTraceElement",
          "java/lang/System$1",
          "java/lang/System$2",
          "java/lang/InterruptedException",
          "java/lang/ref/Finalizer",
          "java/lang/ref/Reference",
          "jdk/internal/loader/BuiltinClassLoader",
          "jdk/internal/misc/ThreadFlock",
          "jdk/internal/ref/CleanerImpl",
          "jdk/internal/reflect/Reflection");

  private static final String DEFINE =
      "(Ljava/lang/ClassLoader;Ljava/lang/Class;Ljava/lang/String;[B"
          + "Ljava/security/ProtectionDomain;ZILjava/lang/Object;)Ljava/lang/Class;";

  private JdkHooks() {}

  /** Whether a class has hooks of its own. */
  static boolean concerns(String name) {
    return CLASSES.contains(name);
  }

  static boolean weave(WovenClass c) {
    if (c.isApplication() || !concerns(c.node.name)) {
      return false;
    }
    boolean changed = false;
    for (MethodNode m : c.node.methods) {
      if (m.instructions.size() > 0) {
        changed |= weave(c.node.name, m);
      }
    }
    return changed;
  }

  private static boolean weave(String owner, MethodNode m) {
    return switch (owner + "." + m.name + m.desc) {
      case "java/lang/Thread.exit()V" -> atReturns(m, "exit");
      case "java/lang/Thread.join(J)V",
          "java/lang/Thread.join(JI)V",
          "java/lang/Thread.join(Ljava/time/Duration;)Z" ->
          atReturns(m, "join");
      case "java/lang/Thread.interrupt()V", "java/lang/VirtualThread.interrupt()V" ->
          atEntry(m, "interrupt");
      case "java/lang/VirtualThread.start(Ljdk/internal/vm/ThreadContainer;)V" ->
          atEntry(m, "start");
      case "java/lang/VirtualThread.afterDone(Z)V", "java/lang/VirtualThread.afterDone()V" ->
          atEntry(m, "exit");
      case "jdk/internal/misc/ThreadFlock.onExit(Ljava/lang/Thread;)V" -> leave(m);
      case "java/lang/InterruptedException.<init>()V",
          "java/lang/InterruptedException.<init>(Ljava/lang/String;)V" ->
          interrupted(m);
      case "jdk/internal/loader/BuiltinClassLoader.loadClassOrNull(Ljava/lang/String;Z)"
              + "Ljava/lang/Class;" ->
          quiet(m);
      case "java/lang/ref/Finalizer.runFinalizer(Ljdk/internal/access/JavaLangAccess;)V",
          "jdk/internal/ref/CleanerImpl.run()V" ->
          atEntryAlone(m, "reclaims");
      case "java/lang/ref/Reference.enqueueFromPending()V" -> atEntryAlone(m, "acquireFence");
      case "java/lang/Shutdown.halt(I)V" -> halt(m);
      case "java/lang/Shutdown.shutdown()V" -> shutdown(m);
      case "jdk/internal/reflect/Reflection.filterFields"
              + "(Ljava/lang/Class;[Ljava/lang/reflect/Field;)[Ljava/lang/reflect/Field;" ->
          filter(m, "HiddenFields", "reflect/Field");
      case "jdk/internal/reflect/Reflection.filterMethods"
              + "(Ljava/lang/Class;[Ljava/lang/reflect/Method;)[Ljava/lang/reflect/Method;" ->
          filter(m, "HiddenFields", "reflect/Method");
      case "java/lang/StackTraceElement.of(Ljava/lang/Throwable;I)[Ljava/lang/StackTraceElement;",
          "java/lang/StackTraceElement.of(Ljava/lang/Object;I)[Ljava/lang/StackTraceElement;",
          "java/lang/StackTraceElement.of([Ljava/lang/StackTraceElement;)"
              + "[Ljava/lang/StackTraceElement;" ->
          filter(m, "HiddenFrames", "StackTraceElement");
      case "java/lang/System$1.defineClass" + DEFINE, "java/lang/System$2.defineClass" + DEFINE ->
          define(m);
      default -> owner.equals("java/lang/Thread") && (atStart0(m) || atDump(m));
    };
  }

  private static InsnList onThis(String hook) {
    return SyncPass.list(new VarInsnNode(ALOAD, 0), SyncPass.hook(hook, "(Ljava/lang/Thread;)V"));
  }

  private static boolean atEntry(MethodNode m, String hook) {
    m.instructions.insert(onThis(hook));
    return true;
  }

  /** The flock and the thread that leaves it. */
  private static boolean leave(MethodNode m) {
    m.instructions.insert(
        SyncPass.list(
            new VarInsnNode(ALOAD, 0),
            new VarInsnNode(ALOAD, 1),
            SyncPass.hook("leave", "(Ljava/lang/Object;Ljava/lang/Thread;)V")));
    return true;
  }

  private static boolean atEntryAlone(MethodNode m, String hook) {
    m.instructions.insert(SyncPass.hook(hook, "()V"));
    return true;
  }

  private static boolean atReturns(MethodNode m, String hook) {
    for (AbstractInsnNode insn : m.instructions.toArray()) {
      if (insn.getOpcode() >= IRETURN && insn.getOpcode() <= RETURN) {
        m.instructions.insertBefore(insn, onThis(hook));
      }
    }
    return true;
  }

  private static boolean atStart0(MethodNode m) {
    boolean changed = false;
    for (AbstractInsnNode insn : m.instructions.toArray()) {
      if (insn instanceof MethodInsnNode call
          && call.name.equals("start0")
          && call.desc.equals("()V")) { // [.., thread]
        m.instructions.insertBefore(
            insn,
            SyncPass.list(new InsnNode(DUP), SyncPass.hook("start", "(Ljava/lang/Thread;)V")));
        changed = true;
      }
    }
    return changed;
  }

  /** JLS 17.4.4: whoever has an InterruptedException thrown knows of the interrupt. */
  private static boolean interrupted(MethodNode m) {
    for (AbstractInsnNode insn : m.instructions.toArray()) {
      if (insn.getOpcode() == RETURN) {
        m.instructions.insertBefore(insn, SyncPass.hook("interrupted", "()V"));
      }
    }
    return true;
  }

  /**
   * No happens-before from within: the JVM loads classes when it likes, also those of our hooks,
   * and the loader's tables would order threads that the program does not.
   */
  private static boolean quiet(MethodNode m) {
    LabelNode start = new LabelNode();
    LabelNode end = new LabelNode();
    m.instructions.insert(SyncPass.list(SyncPass.hook("quiet", "()V"), start));
    for (AbstractInsnNode insn : m.instructions.toArray()) {
      if (insn.getOpcode() == ARETURN) {
        m.instructions.insertBefore(insn, SyncPass.hook("loud", "()V"));
      }
    }
    m.instructions.add(
        SyncPass.list(
            end,
            new FrameNode(F_NEW, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"}),
            SyncPass.hook("loud", "()V"),
            new InsnNode(ATHROW))); // [throwable]
    m.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, null));
    return true;
  }

  private static boolean halt(MethodNode m) {
    m.instructions.insert(
        SyncPass.list(
            new VarInsnNode(ILOAD, 0),
            new MethodInsnNode(INVOKESTATIC, "dev/prescient/runtime/Exit", "atExit", "(I)I", false),
            new VarInsnNode(ISTORE, 0)));
    return true;
  }

  private static boolean shutdown(MethodNode m) {
    for (AbstractInsnNode insn : m.instructions.toArray()) {
      if (insn.getOpcode() == RETURN) {
        m.instructions.insertBefore(
            insn,
            new MethodInsnNode(INVOKESTATIC, "dev/prescient/runtime/Exit", "atEnd", "()V", false));
      }
    }
    m.instructions.insert(SyncPass.hook("joinEnded", "()V"));
    return true;
  }

  /** Lets hidden classes be woven. Parameters: 1 loader, 3 name, 4 bytes, 7 flags. */
  private static boolean define(MethodNode m) {
    m.instructions.insert(
        SyncPass.list(
            new VarInsnNode(ALOAD, 4),
            new VarInsnNode(ALOAD, 1),
            new VarInsnNode(ALOAD, 3),
            new VarInsnNode(ILOAD, 7), // [bytes, loader, name, flags]
            new MethodInsnNode(
                INVOKESTATIC,
                "dev/prescient/runtime/HiddenClasses",
                "define",
                "([BLjava/lang/ClassLoader;Ljava/lang/String;I)[B",
                false),
            new VarInsnNode(ASTORE, 4)));
    return true;
  }

  /** Traces of threads, which come straight from the JVM. */
  private static boolean atDump(MethodNode m) {
    boolean changed = false;
    for (AbstractInsnNode insn : m.instructions.toArray()) {
      if (insn instanceof MethodInsnNode call && call.name.equals("dumpThreads")) {
        m.instructions.insert(insn, filter("HiddenFrames", "[[Ljava/lang/StackTraceElement;"));
        changed = true;
      }
    }
    return changed;
  }

  private static boolean filter(MethodNode m, String owner, String element) {
    for (AbstractInsnNode insn : m.instructions.toArray()) {
      if (insn.getOpcode() == ARETURN) {
        m.instructions.insertBefore(insn, filter(owner, "[Ljava/lang/" + element + ";"));
      }
    }
    return true;
  }

  private static MethodInsnNode filter(String owner, String type) {
    String ours = "dev/prescient/runtime/" + owner;
    return new MethodInsnNode(INVOKESTATIC, ours, "filter", "(" + type + ")" + type, false);
  }
}
