package dev.prescient.agent.instrument;

import static dev.prescient.agent.instrument.ControlPass.CONTROL;
import static dev.prescient.agent.instrument.ControlPass.MONITORS;
import static dev.prescient.agent.instrument.ControlPass.SCHEDULER;
import static dev.prescient.agent.instrument.ControlPass.THREADS;
import static dev.prescient.agent.instrument.ControlPass.hook;
import static dev.prescient.agent.instrument.ControlPass.list;
import static dev.prescient.agent.instrument.ControlPass.site;

import java.util.List;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Calls of the application that the controlled scheduler replaces or stands before. */
final class ControlCalls {
  private static final String TIME = CONTROL + "VirtualTime";
  static final String IDENTITY = CONTROL + "Identity";
  private static final String OUTSIDE = CONTROL + "Outside";
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String THREAD = "Ljava/lang/Thread;";

  /** Types that may be a synchronised or concurrent collection behind their interface. */
  private static final Set<String> COLLECTIONS =
      Set.of(
          "java/util/Map",
          "java/util/Queue",
          "java/util/Deque",
          "java/util/Collection",
          "java/util/List",
          "java/util/Set",
          "java/util/Iterator",
          "java/util/NavigableMap",
          "java/util/SortedMap",
          "java/util/Vector",
          "java/util/Stack",
          "java/util/Hashtable",
          "java/util/Properties",
          "java/lang/StringBuffer",
          "java/util/Timer");

  /** Calls that change nothing, so that a loop around them may be a spin. */
  private static final Set<String> LOOKS =
      Set.of(
          "get",
          "getPlain",
          "getAcquire",
          "getOpaque",
          "getVolatile",
          "isDone",
          "isCancelled",
          "isShutdown",
          "isTerminated",
          "isEmpty",
          "size",
          "contains",
          "containsKey",
          "peek",
          "getCount",
          "intValue",
          "longValue",
          "sum",
          "isLocked",
          "isHeldByCurrentThread",
          "hasQueuedThreads",
          "getQueueLength",
          "availablePermits");

  private ControlCalls() {}

  /** Whether a call on such a type only looks: a future's {@code get} may wait, a counter's not. */
  static boolean looks(String owner, String name) {
    return LOOKS.contains(name) && !(name.equals("get") && waits(owner, name));
  }

  /** Whether a {@code get} or {@code join} on such a type may wait for another thread's work. */
  static boolean waits(String owner, String name) {
    return name.equals("join")
        || owner.endsWith("Future")
        || owner.endsWith("Task")
        || owner.endsWith("Exchanger");
  }

  static void weave(WovenClass c, MethodNode m, MethodInsnNode call) {
    if (onObject(c, m, call) || statics(c, m, call) || threads(c, m, call)) {
      return;
    }
    if (blocksOutside(call)) {
      outside(c, m, call);
    } else if (synchronises(c, call)) {
      before(c, m, call, looks(call.owner, call.name) ? "look" : "call");
    }
  }

  // --------------------------------------------------------------------------- java.lang.Object

  private static boolean onObject(WovenClass c, MethodNode m, MethodInsnNode call) {
    if (call.getOpcode() != Opcodes.INVOKEVIRTUAL) {
      return false;
    }
    switch (call.name + call.desc) {
      case "wait()V", "wait(J)V", "wait(JI)V" ->
          replace(c, m, call, MONITORS, "await", "(" + OBJECT + call.desc.substring(1));
      case "notify()V" -> replace(c, m, call, MONITORS, "notifyOne", "(" + OBJECT + ")V");
      case "notifyAll()V" -> replace(c, m, call, MONITORS, "notifyEvery", "(" + OBJECT + ")V");
      case "hashCode()I" -> hashCode(m, call);
      default -> {
        return false;
      }
    }
    return true;
  }

  /** The call itself stays: its receiver may be null. */
  static void hashCode(MethodNode m, MethodInsnNode call) {
    m.instructions.insertBefore(
        call,
        list(new InsnNode(Opcodes.DUP), hook(IDENTITY, "beforeHashCode", "(" + OBJECT + ")V")));
  }

  // --------------------------------------------------------------------------------------- time

  private static boolean statics(WovenClass c, MethodNode m, MethodInsnNode call) {
    if (call.getOpcode() != Opcodes.INVOKESTATIC) {
      return false;
    }
    switch (call.owner + "." + call.name) {
      case "java/lang/System.nanoTime", "java/lang/System.currentTimeMillis" ->
          become(call, TIME, call.name, call.desc);
      case "java/lang/System.identityHashCode" -> become(call, IDENTITY, call.name, call.desc);
      case "java/lang/Thread.sleep" -> sleep(c, m, call);
      case "java/lang/Thread.yield", "java/lang/Thread.onSpinWait" ->
          replace(c, m, call, THREADS, "giveWay", "()V");
      case "java/lang/Thread.startVirtualThread" -> afterStart(c, m, call);
      case "dev/prescient/api/Choose.of", "dev/prescient/api/Choose.chosen" ->
          replace(c, m, call, CONTROL + "Choices", "of", "(I)I");
      case "dev/prescient/api/Choose.either" ->
          replace(c, m, call, CONTROL + "Choices", "either", "()Z");
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void sleep(WovenClass c, MethodNode m, MethodInsnNode call) {
    if (!call.desc.equals("(Ljava/time/Duration;)V")) {
      replace(c, m, call, THREADS, "sleep", call.desc);
      return;
    }
    // [.., d] -> [.., unit, d] -> [.., ns]
    String unit = "java/util/concurrent/TimeUnit";
    m.instructions.insertBefore(
        call,
        list(
            new FieldInsnNode(Opcodes.GETSTATIC, unit, "NANOSECONDS", "L" + unit + ";"),
            new InsnNode(Opcodes.SWAP),
            new MethodInsnNode(Opcodes.INVOKEVIRTUAL, unit, "convert", "(Ljava/time/Duration;)J")));
    replace(c, m, call, THREADS, "sleepNanos", "(J)V");
  }

  // ------------------------------------------------------------------------------------- threads

  private static boolean threads(WovenClass c, MethodNode m, MethodInsnNode call) {
    boolean virtual = call.getOpcode() == Opcodes.INVOKEVIRTUAL;
    String what = call.name + call.desc;
    if (virtual && what.equals("start()V")) {
      afterStart(c, m, call);
      return true;
    }
    if (!virtual || !isThreadMethod(what) || !isThread(c, call.owner)) {
      return false;
    }
    switch (call.name) {
      case "join" -> replace(c, m, call, THREADS, "join", "(" + THREAD + call.desc.substring(1));
      case "isAlive" -> replace(c, m, call, THREADS, "isAlive", "(" + THREAD + ")Z");
      case "getState" ->
          replace(c, m, call, THREADS, "getState", "(" + THREAD + ")Ljava/lang/Thread$State;");
      default -> before(c, m, call, "call"); // interrupt, isInterrupted: the JDK's has the hook
    }
    return true;
  }

  static boolean isThreadMethod(String what) {
    return switch (what) {
      case "join()V",
          "join(J)V",
          "join(JI)V",
          "isAlive()Z",
          "getState()Ljava/lang/Thread$State;",
          "interrupt()V",
          "isInterrupted()Z" ->
          true;
      default -> false;
    };
  }

  static boolean isThread(WovenClass c, String owner) {
    return c.hierarchy.isSubclass(owner, "java/lang/Thread", c.loader);
  }

  private static void afterStart(WovenClass c, MethodNode m, MethodInsnNode call) {
    m.instructions.insert(
        call, list(site(c, m, call, name(call)), hook(THREADS, "afterStart", "(I)V")));
  }

  // --------------------------------------------------------------------------- synchronisation

  static boolean synchronises(WovenClass c, MethodInsnNode call) {
    if (call.name.equals("<init>") || call.owner.startsWith("[")) {
      return false;
    }
    return call.owner.equals("java/lang/invoke/VarHandle")
        || call.owner.equals("sun/misc/Unsafe")
        || COLLECTIONS.contains(call.owner)
        || isConcurrent(c, call);
  }

  private static boolean isConcurrent(WovenClass c, MethodInsnNode call) {
    String owner = call.owner;
    while (owner != null && !owner.equals("java/lang/Object")) {
      if (owner.startsWith("java/util/concurrent/")) {
        return !owner.startsWith("java/util/concurrent/TimeUnit");
      }
      if (owner.startsWith("java/") || call.getOpcode() != Opcodes.INVOKEVIRTUAL) {
        return false;
      }
      owner = c.hierarchy.find(owner, c.loader).map(ClassInfo::superName).orElse(null);
    }
    return false;
  }

  // --------------------------------------------------------------------------------- outside I/O

  static boolean blocksOutside(MethodInsnNode call) {
    if (call.getOpcode() == Opcodes.INVOKESTATIC || call.name.equals("<init>")) {
      return false;
    }
    String o = call.owner;
    if (o.startsWith("java/net/")) {
      return List.of("accept", "connect", "receive").contains(call.name);
    }
    if (o.startsWith("java/nio/channels/")) {
      return !o.contains("FileChannel")
          && List.of("accept", "connect", "read", "select").contains(call.name);
    }
    return o.equals("java/lang/Process") && call.name.equals("waitFor");
  }

  /** Gives the token away around a call, also when it throws. */
  private static void outside(WovenClass c, MethodNode m, MethodInsnNode call) {
    m.instructions.insertBefore(
        call, list(site(c, m, call, name(call)), hook(OUTSIDE, "leave", "(I)V")));
    // a thrown exception comes back at the next hook: no handler is needed
    m.instructions.insert(call, hook(OUTSIDE, "comeBack", "()V"));
  }

  // ------------------------------------------------------------------------------------- helpers

  private static void before(WovenClass c, MethodNode m, MethodInsnNode call, String hook) {
    m.instructions.insertBefore(
        call, list(site(c, m, call, name(call)), hook(SCHEDULER, hook, "(I)V")));
  }

  /** Replaces a call by a static one that gets the site as its last argument. */
  private static void replace(
      WovenClass c, MethodNode m, MethodInsnNode call, String owner, String name, String desc) {
    int end = desc.lastIndexOf(')');
    String withSite = desc.substring(0, end) + "I" + desc.substring(end);
    m.instructions.insertBefore(call, site(c, m, call, name(call)));
    become(call, owner, name, withSite);
  }

  /** In place: other passes hold on to the program's own instructions. */
  static void become(MethodInsnNode call, String owner, String name, String desc) {
    call.setOpcode(Opcodes.INVOKESTATIC);
    call.owner = owner;
    call.name = name;
    call.desc = desc;
    call.itf = false;
  }

  private static String name(MethodInsnNode call) {
    return call.owner + "." + call.name + " " + call.desc;
  }
}
