package dev.prescient.agent.instrument;

import static dev.prescient.agent.instrument.ControlPass.hook;
import static dev.prescient.agent.instrument.ControlPass.list;
import static dev.prescient.agent.instrument.FreePass.FREE;

import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The operations of a free run that are calls: those of {@link ControlCalls}. */
final class FreeCalls {
  private static final String OBJECT = "Ljava/lang/Object;";
  private static final String CONCURRENT = "java/util/concurrent/";
  private static final String QUEUES = ControlPass.CONTROL + "FreeQueues";
  private static final String TAKE = "()Ljava/lang/Object;";
  private static final String PUT = "(Ljava/lang/Object;)V";

  /** Methods that do nothing for others but may wait for them, wherever they are. */
  private static final Set<String> WAITS =
      Set.of(
          "lock",
          "lockInterruptibly",
          "acquire",
          "acquireUninterruptibly",
          "take",
          "takeFirst",
          "takeLast",
          "awaitTermination",
          "park",
          "parkNanos",
          "parkUntil");

  /** Methods of locks and the like that never wait. */
  private static final Set<String> SHORT =
      Set.of(
          "unlock",
          "tryLock",
          "unlockRead",
          "unlockWrite",
          "tryReadLock",
          "tryWriteLock",
          "tryOptimisticRead",
          "validate",
          "isLocked",
          "isHeldByCurrentThread",
          "signal",
          "signalAll",
          "release",
          "tryAcquire",
          "availablePermits",
          "drainPermits",
          "countDown",
          "getCount",
          "unpark",
          "isDone",
          "isCancelled");

  /** Methods of collections that may wait, or run for long what they are given. */
  private static final Set<String> LONG =
      Set.of(
          "put",
          "putFirst",
          "putLast",
          "transfer",
          "forEach",
          "forEachRemaining",
          "removeIf",
          "replaceAll",
          "parallelStream",
          "stream",
          "load",
          "store");

  private FreeCalls() {}

  /**
   * Weaves a call if it is an operation.
   *
   * @param constructed as for {@link FreePass#around}
   * @return whether a handler has to follow
   */
  static boolean weave(WovenClass c, MethodNode m, MethodInsnNode call, boolean constructed) {
    boolean virtual = call.getOpcode() == Opcodes.INVOKEVIRTUAL;
    String what = call.name + call.desc;
    if (virtual && onObject(m, call, what)) {
      return false;
    }
    if (call.getOpcode() == Opcodes.INVOKESTATIC && statics(m, call)) {
      return false;
    }
    if (virtual && what.equals("start()V")) {
      after(m, call, "afterStart");
      return false;
    }
    if (virtual && ControlCalls.isThreadMethod(what) && ControlCalls.isThread(c, call.owner)) {
      return thread(m, call, constructed);
    }
    if (ControlCalls.blocksOutside(call)) {
      before(m, call, "operation");
      return false;
    }
    return ControlCalls.synchronises(c, call) && concurrent(m, call, constructed);
  }

  private static boolean onObject(MethodNode m, MethodInsnNode call, String what) {
    switch (what) {
      case "wait()V", "wait(J)V", "wait(JI)V" ->
          ControlCalls.become(call, FREE, "await", "(" + OBJECT + call.desc.substring(1));
      case "notify()V", "notifyAll()V" ->
          m.instructions.insertBefore(
              call,
              list(new InsnNode(Opcodes.DUP), hook(FREE, "beforeNotify", "(" + OBJECT + ")V")));
      case "hashCode()I" -> ControlCalls.hashCode(m, call);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static boolean statics(MethodNode m, MethodInsnNode call) {
    switch (call.owner + "." + call.name) {
      case "java/lang/System.identityHashCode" ->
          ControlCalls.become(call, ControlCalls.IDENTITY, call.name, call.desc);
      case "java/lang/Thread.sleep" -> sleep(m, call);
      case "java/lang/Thread.yield", "java/lang/Thread.onSpinWait" -> before(m, call, "operation");
      case "java/lang/Thread.startVirtualThread" -> after(m, call, "afterStart");
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void sleep(MethodNode m, MethodInsnNode call) {
    switch (call.desc) {
      case "(J)V" ->
          m.instructions.insertBefore(
              call, list(new InsnNode(Opcodes.DUP2), hook(FREE, "beforeSleep", "(J)V")));
      case "(JI)V" -> before(m, call, "operation");
      default -> { // [.., d] -> [.., d, unit, d] -> [.., d, ns]
        String unit = "java/util/concurrent/TimeUnit";
        m.instructions.insertBefore(
            call,
            list(
                new InsnNode(Opcodes.DUP),
                new FieldInsnNode(Opcodes.GETSTATIC, unit, "NANOSECONDS", "L" + unit + ";"),
                new InsnNode(Opcodes.SWAP),
                new MethodInsnNode(
                    Opcodes.INVOKEVIRTUAL, unit, "convert", "(Ljava/time/Duration;)J"),
                hook(FREE, "beforeSleepNanos", "(J)V")));
      }
    }
  }

  private static boolean thread(MethodNode m, MethodInsnNode call, boolean constructed) {
    switch (call.name) {
      case "join" -> waits(m, call);
      case "isAlive", "getState" -> FreePass.around(m, call, "begin", constructed);
      default -> {
        before(m, call, "operation");
        return false;
      }
    }
    return true;
  }

  /**
   * A call on a type of java.util.concurrent; whether a handler has to follow.
   *
   * @param constructed as for {@link FreePass#around}
   */
  static boolean concurrent(MethodNode m, MethodInsnNode call, boolean constructed) {
    boolean timed = call.desc.contains("Ljava/util/concurrent/TimeUnit;");
    if (isQueue(call) && (is(call, "take", TAKE) || is(call, "put", PUT))) {
      String desc = "(L" + CONCURRENT + "BlockingQueue;" + call.desc.substring(1);
      ControlCalls.become(call, QUEUES, call.name, desc);
      return false;
    }
    if (isAtomic(call)) {
      FreePass.around(m, call, "begin", constructed);
      return true;
    }
    if (isShort(call, timed)) {
      FreePass.around(m, call, "beginCall", constructed);
      return true;
    }
    if ((timed && !isCollective(call)) || isWait(call)) {
      waits(m, call);
      return true;
    }
    before(m, call, "operation");
    return false;
  }

  private static boolean is(MethodInsnNode call, String name, String desc) {
    return call.name.equals(name)
        && call.desc.equals(desc)
        && call.getOpcode() != Opcodes.INVOKESPECIAL;
  }

  private static boolean isQueue(MethodInsnNode call) {
    return call.owner.startsWith(CONCURRENT)
        && (call.owner.endsWith("Queue") || call.owner.endsWith("Deque"));
  }

  /** Whether the call is one access of memory, or a few. */
  private static boolean isAtomic(MethodInsnNode call) {
    return call.owner.startsWith(CONCURRENT + "atomic/")
        || call.owner.equals("java/lang/invoke/VarHandle")
        || (call.owner.equals("sun/misc/Unsafe") && !call.name.equals("park"));
  }

  /** Whether the method does all it does in a moment, whatever other threads do. */
  private static boolean isShort(MethodInsnNode call, boolean timed) {
    if (timed || !call.owner.startsWith("java/")) {
      return false;
    }
    if (SHORT.contains(call.name)) {
      return true;
    }
    return isCollection(call.owner)
        && !WAITS.contains(call.name)
        && (call.name.equals("put") ? !isQueue(call) : !LONG.contains(call.name));
  }

  private static boolean isCollection(String owner) {
    return !owner.startsWith(CONCURRENT)
        || owner.contains("Map")
        || owner.contains("Set")
        || owner.contains("List")
        || owner.endsWith("Queue")
        || owner.endsWith("Deque");
  }

  /** Whether a thread that waits there lets others go on by that: they meet, or get its lock. */
  private static boolean isCollective(MethodInsnNode call) {
    return switch (call.name) {
      case "await", "awaitNanos", "awaitUntil" -> !call.owner.endsWith("CountDownLatch");
      case "exchange", "invokeAll", "invokeAny", "transfer", "tryTransfer", "offer" -> true;
      default -> call.name.startsWith("schedule") || call.name.startsWith("awaitAdvance");
    };
  }

  private static boolean isWait(MethodInsnNode call) {
    return switch (call.name) {
      case "get", "join" -> ControlCalls.waits(call.owner, call.name);
      case "await" -> call.owner.endsWith("CountDownLatch");
      default -> WAITS.contains(call.name);
    };
  }

  // ------------------------------------------------------------------------------------- helpers

  private static void waits(MethodNode m, MethodInsnNode call) {
    before(m, call, "expect");
    after(m, call, "done");
  }

  private static void before(MethodNode m, MethodInsnNode call, String name) {
    m.instructions.insertBefore(call, hook(FREE, name, "()V"));
  }

  private static void after(MethodNode m, MethodInsnNode call, String name) {
    m.instructions.insert(call, hook(FREE, name, "()V"));
  }
}
