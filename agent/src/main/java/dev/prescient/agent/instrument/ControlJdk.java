package dev.prescient.agent.instrument;

import static dev.prescient.agent.instrument.ControlPass.CONTROL;
import static dev.prescient.agent.instrument.ControlPass.MONITORS;
import static dev.prescient.agent.instrument.ControlPass.THREADS;
import static dev.prescient.agent.instrument.ControlPass.hook;
import static dev.prescient.agent.instrument.ControlPass.list;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The controlled scheduler's hooks in the JDK, bodies only. Park and unpark are replaced where they
 * call {@code Unsafe}, not at LockSupport: JDK 25's ForkJoinPool and BoundVirtualThread bypass it.
 */
final class ControlJdk {
  private static final String TIME = CONTROL + "VirtualTime";
  private static final String IDENTITY = CONTROL + "Identity";
  private static final String PARKING = CONTROL + "Parking";
  private static final String FAILURES = CONTROL + "Failures";
  private static final String THREAD = "java/lang/Thread";
  private static final String RANDOM = "java/util/Random";
  private static final String UNSAFE = "jdk/internal/misc/Unsafe";

  private static final Set<String> CLASSES =
      Set.of(
          THREAD,
          "java/lang/Throwable",
          "java/lang/ThreadBuilders$BoundVirtualThread",
          "jdk/internal/vm/ContinuationSupport",
          RANDOM,
          "java/util/Date",
          "java/util/Calendar",
          "java/util/GregorianCalendar",
          "java/util/HashMap",
          "java/util/IdentityHashMap",
          "java/util/Objects",
          "java/util/UUID");

  /** Synchronized methods that may call back or be called while another thread waits for them. */
  private static final Set<String> QUIET =
      Set.of(
          "java/util/Vector",
          "java/util/Stack",
          "java/util/Hashtable",
          "java/util/Properties",
          "java/lang/StringBuffer",
          "java/io/PrintStream",
          "java/io/PrintWriter",
          "java/io/BufferedOutputStream",
          "java/util/Observable");

  private ControlJdk() {}

  static boolean wanted(String name) {
    return CLASSES.contains(name)
        || QUIET.contains(name)
        || name.startsWith("java/util/concurrent/")
        || name.startsWith("java/util/Timer")
        || name.startsWith("java/util/Collections$Synchronized")
        || name.startsWith("java/time/Clock");
  }

  static boolean weave(WovenClass c) {
    String name = c.node.name;
    if (!wanted(name)) {
      return false;
    }
    for (MethodNode m : c.node.methods) {
      if ((m.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
        continue;
      }
      if (QUIET.contains(name)) {
        if ((m.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
          ControlPass.quiet(c, m);
        }
      } else {
        boolean unused = anyRun(name, m);
        if (isWhole(name)) {
          body(c, m);
        }
      }
    }
    return true;
  }

  /** Whether all of a class is woven, not only single methods. */
  static boolean isWhole(String name) {
    return wanted(name)
        && !QUIET.contains(name)
        && !name.equals("java/lang/Throwable")
        && !name.equals("jdk/internal/vm/ContinuationSupport");
  }

  /** What any run weaves whose recording is to be followed; whether that was anything. */
  static boolean anyRun(String name, MethodNode m) {
    return switch (name) {
      case "jdk/internal/vm/ContinuationSupport" -> unsupported(m);
      case "java/lang/Throwable" -> throwable(m);
      case THREAD -> uncaught(m);
      case "java/util/concurrent/FutureTask" -> task(m);
      default -> false;
    };
  }

  /** Virtual threads become bound threads, which the scheduler controls. */
  private static boolean unsupported(MethodNode m) {
    boolean asks = m.name.equals("isSupported");
    if (asks) {
      m.instructions.clear();
      m.tryCatchBlocks.clear();
      m.localVariables = null;
      m.instructions.add(new InsnNode(Opcodes.ICONST_0));
      m.instructions.add(new InsnNode(Opcodes.IRETURN));
    }
    return asks;
  }

  private static boolean throwable(MethodNode m) {
    boolean fills = m.name.equals("fillInStackTrace") && m.desc.equals("()Ljava/lang/Throwable;");
    if (fills) {
      atReturn(m, "constructed", FAILURES, "(Ljava/lang/Throwable;)V");
    }
    return fills;
  }

  private static boolean uncaught(MethodNode m) {
    boolean dispatches =
        m.name.equals("dispatchUncaughtException") && m.desc.equals("(Ljava/lang/Throwable;)V");
    if (dispatches) {
      m.instructions.insert(
          list(
              new VarInsnNode(Opcodes.ALOAD, 0),
              new VarInsnNode(Opcodes.ALOAD, 1),
              hook(FAILURES, "uncaught", "(Ljava/lang/Thread;Ljava/lang/Throwable;)V")));
    }
    return dispatches;
  }

  private static void body(WovenClass c, MethodNode m) {
    boolean thread = c.node.name.equals(THREAD);
    for (AbstractInsnNode insn : c.original(m)) {
      if (insn instanceof MethodInsnNode call) {
        call(c, m, call, thread);
      } else if (insn.getOpcode() == Opcodes.MONITORENTER && !thread) {
        m.instructions.insertBefore(
            insn,
            list(new InsnNode(Opcodes.DUP), hook(MONITORS, "enterJdk", "(Ljava/lang/Object;)V")));
      } else if (insn.getOpcode() == Opcodes.MONITOREXIT && !thread) {
        ControlPass.afterExit(m, insn, "exitJdk");
      }
    }
    if (thread) {
      thread(c, m);
    }
    boolean run = m.name.equals("run") && m.desc.equals("()V");
    if (run && (m.access & Opcodes.ACC_STATIC) == 0 && c.node.name.contains("Thread")) {
      atStart(m, "begin", THREADS, "(Ljava/lang/Object;)V");
    }
  }

  private static void thread(WovenClass c, MethodNode m) {
    switch (m.name + m.desc) {
      case "exit()V" -> atReturn(m, "end", THREADS, "(Ljava/lang/Thread;)V");
      case "join(J)V" ->
          m.instructions.insert(
              list(
                  new VarInsnNode(Opcodes.ALOAD, 0),
                  new VarInsnNode(Opcodes.LLOAD, 1),
                  hook(THREADS, "joinJdk", "(Ljava/lang/Thread;J)V")));
      case "isInterrupted()Z" -> {
        for (AbstractInsnNode insn : c.original(m)) {
          if (insn.getOpcode() == Opcodes.IRETURN) {
            m.instructions.insertBefore(
                insn,
                list(
                    new VarInsnNode(Opcodes.ALOAD, 0),
                    hook(THREADS, "isInterrupted", "(ZLjava/lang/Thread;)Z")));
          }
        }
      }
      case "interrupt()V" -> {
        LabelNode go = new LabelNode();
        m.instructions.insert(
            list(
                new VarInsnNode(Opcodes.ALOAD, 0),
                hook(THREADS, "interrupt", "(Ljava/lang/Thread;)Z"),
                new JumpInsnNode(Opcodes.IFEQ, go),
                new InsnNode(Opcodes.RETURN),
                go,
                new FrameNode(Opcodes.F_NEW, 1, new Object[] {THREAD}, 0, new Object[0])));
      }
      default -> {}
    }
  }

  /** A task that ends by an exception which nobody ever looks at. */
  private static boolean task(MethodNode m) {
    if (m.name.equals("setException")) {
      m.instructions.insert(
          list(
              new VarInsnNode(Opcodes.ALOAD, 0),
              new VarInsnNode(Opcodes.ALOAD, 1),
              hook(FAILURES, "taskFailed", "(Ljava/lang/Object;Ljava/lang/Throwable;)V")));
    } else if (m.name.equals("report")) {
      atStart(m, "taskSeen", FAILURES, "(Ljava/lang/Object;)V");
    } else {
      return false;
    }
    return true;
  }

  /** What would be drawn at random; whether the call was one of that. */
  static boolean random(WovenClass c, MethodNode m, MethodInsnNode call) {
    switch (call.owner + "." + call.name) {
      case "java/lang/System.identityHashCode" ->
          become(call, IDENTITY, "identityHashCode", call.desc);
      case "java/lang/Object.hashCode" -> {
        if (call.getOpcode() != Opcodes.INVOKEVIRTUAL) {
          return false;
        }
        ControlCalls.hashCode(m, call);
      }
      case THREAD + ".getId", THREAD + ".threadId" -> {
        if (!c.node.name.equals("java/util/concurrent/ThreadLocalRandom")) {
          return false;
        }
        become(call, IDENTITY, "threadId", "(Ljava/lang/Thread;)J");
      }
      case RANDOM + ".seedUniquifier" ->
          m.instructions.insert(call, hook(IDENTITY, "randomSeed", "(J)J"));
      case "java/lang/System.nanoTime" -> {
        if (!c.node.name.equals(RANDOM)) {
          return false;
        }
        become(call, IDENTITY, "randomTime", call.desc);
      }
      case "java/security/SecureRandom.nextBytes" -> {
        if (!c.node.name.equals("java/util/UUID")) {
          return false;
        }
        // [.., random, bytes] -> [.., bytes, random, bytes] -> call -> [.., bytes]
        m.instructions.insertBefore(call, new InsnNode(Opcodes.DUP_X1));
        m.instructions.insert(call, hook(IDENTITY, "randomBytes", "([B)V"));
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  /** Whether a pool takes a task from its queue there, or puts one there. */
  static boolean isTask(WovenClass c, MethodInsnNode call) {
    return c.node.name.equals("java/util/concurrent/ThreadPoolExecutor")
        && call.owner.equals("java/util/concurrent/BlockingQueue")
        && (call.name.equals("take") || call.name.equals("poll") || call.name.equals("offer"));
  }

  private static void call(WovenClass c, MethodNode m, MethodInsnNode call, boolean thread) {
    if (random(c, m, call)) {
      return;
    }
    if (isTask(c, call)) {
      m.instructions.insertBefore(call, hook(ControlPass.SCHEDULER, "task", "()V"));
      return;
    }
    switch (call.owner + "." + call.name) {
      case UNSAFE + ".park" -> become(call, PARKING, "park", "(L" + UNSAFE + ";ZJ)V");
      case UNSAFE + ".unpark" ->
          become(call, PARKING, "unpark", "(L" + UNSAFE + ";Ljava/lang/Object;)V");
      case "java/lang/System.nanoTime" -> become(call, TIME, "nanoTimeJdk", call.desc);
      case "java/lang/System.currentTimeMillis" ->
          become(call, TIME, "currentTimeMillisJdk", call.desc);
      case "jdk/internal/misc/VM.getNanoTimeAdjustment" ->
          become(call, TIME, "nanoTimeAdjustment", call.desc);
      case THREAD + ".yield" -> become(call, THREADS, "yieldJdk", "()V");
      case THREAD + ".onSpinWait" -> become(call, THREADS, "spinJdk", "()V");
      case THREAD + ".start0" ->
          m.instructions.insertBefore(
              call,
              list(
                  new InsnNode(Opcodes.DUP),
                  hook(THREADS, "beforeStart", "(Ljava/lang/Thread;)V")));
      case THREAD + ".sleepNanos0" -> become(call, THREADS, "sleepNanosJdk", "(J)V");
      case THREAD + ".sleep" -> {
        if (!thread && call.desc.startsWith("(J")) {
          withSite(m, call, THREADS, "sleep", call.desc);
        }
      }
      default -> {
        if (!thread && call.getOpcode() == Opcodes.INVOKEVIRTUAL) {
          waiting(m, call);
        }
      }
    }
  }

  private static void waiting(MethodNode m, MethodInsnNode call) {
    String object = "(Ljava/lang/Object;";
    switch (call.name + call.desc) {
      case "wait()V", "wait(J)V", "wait(JI)V" ->
          withSite(m, call, MONITORS, "await", object + call.desc.substring(1));
      case "notify()V" -> withSite(m, call, MONITORS, "notifyOne", object + ")V");
      case "notifyAll()V" -> withSite(m, call, MONITORS, "notifyEvery", object + ")V");
      default -> {}
    }
  }

  /** A call in the JDK has no site: 0. */
  private static void withSite(
      MethodNode m, MethodInsnNode call, String owner, String name, String desc) {
    m.instructions.insertBefore(call, new InsnNode(Opcodes.ICONST_0));
    int end = desc.lastIndexOf(')');
    become(call, owner, name, desc.substring(0, end) + "I" + desc.substring(end));
  }

  private static void become(MethodInsnNode call, String owner, String name, String desc) {
    ControlCalls.become(call, owner, name, desc);
  }

  private static void atStart(MethodNode m, String name, String owner, String desc) {
    m.instructions.insert(list(new VarInsnNode(Opcodes.ALOAD, 0), hook(owner, name, desc)));
  }

  static void atReturn(MethodNode m, String name, String owner, String desc) {
    for (AbstractInsnNode insn : m.instructions) {
      if (insn.getOpcode() >= Opcodes.IRETURN && insn.getOpcode() <= Opcodes.RETURN) {
        m.instructions.insertBefore(
            insn, list(new VarInsnNode(Opcodes.ALOAD, 0), hook(owner, name, desc)));
      }
    }
  }
}
