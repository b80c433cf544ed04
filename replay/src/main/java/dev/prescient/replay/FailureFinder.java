package dev.prescient.replay;

import dev.prescient.agent.site.Site;
import dev.prescient.agent.site.SiteTable;
import dev.prescient.runtime.control.ClassInits;
import dev.prescient.runtime.control.ControlledThread;
import dev.prescient.runtime.control.Failures;
import dev.prescient.runtime.control.Scheduler;
import java.lang.management.LockInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The absolute oracles: makes failures of what the runtime saw (DESIGN: failure oracles). */
final class FailureFinder {
  private static final int MAX_FRAMES = 64;
  private static final int LIBRARY_FRAMES = 8;
  private static final int HOOK_FRAMES = 12;

  private final SiteTable sites;

  FailureFinder(SiteTable sites) {
    this.sites = sites;
  }

  // ---------------------------------------------------------------------------------- exceptions

  /** Whether the program's first thread died of an exception: the launcher then exits with 1. */
  boolean mainDied() {
    for (Failures.Uncaught u : Failures.uncaught()) {
      if (u.path.equals("0")) {
        return true;
      }
    }
    return false;
  }

  /** Uncaught exceptions, and those that ended a task and that nobody looked at. */
  List<Failure> exceptions() {
    List<Failure> failures = new ArrayList<>();
    for (Failures.Uncaught u : Failures.uncaught()) {
      boolean assertion = u.exception instanceof AssertionError;
      failures.add(of(assertion ? Failure.Kind.ASSERTION : Failure.Kind.EXCEPTION, u));
    }
    for (Failures.Uncaught u : Failures.tasks()) {
      if (u != null) {
        failures.add(of(Failure.Kind.TASK_EXCEPTION, u));
      }
    }
    return failures;
  }

  private static Failure of(Failure.Kind kind, Failures.Uncaught u) {
    StackTraceElement[] stack = u.exception.getStackTrace();
    return new Failure(
        kind,
        text(u.exception),
        u.exception.getClass().getName(),
        u.path,
        u.thread.getName(),
        location(stack),
        null,
        frames(stack));
  }

  /** A status other than 0 by the program's own will; the last exception behind it, if any. */
  Failure exitStatus(int status) {
    @Nullable Throwable[] latest = Failures.latest();
    for (int i = 0; i < latest.length; i++) {
      Throwable e = latest[i];
      if (e != null && isThrownForTheApplication(e.getStackTrace())) {
        Thread thread = Failures.latestThread(i);
        ControlledThread t = thread == null ? null : Scheduler.of(thread);
        return new Failure(
            Failure.Kind.EXIT_STATUS,
            "exit status " + status + "; the last exception was " + text(e),
            e.getClass().getName(),
            t == null ? "" : t.path,
            thread == null ? "" : thread.getName(),
            location(e.getStackTrace()),
            null,
            frames(e.getStackTrace()));
      }
    }
    return new Failure(
        Failure.Kind.EXIT_STATUS, "exit status " + status, null, "", "", "", null, List.of());
  }

  /** Thrown in the application, or at most a few calls of library code below it. */
  private static boolean isThrownForTheApplication(StackTraceElement[] stack) {
    for (int i = 0; i < Math.min(LIBRARY_FRAMES, stack.length); i++) {
      if (isApplication(stack[i])) {
        return true;
      }
      String c = stack[i].getClassName();
      if (c.startsWith("java.lang.invoke.") || c.contains("ClassLoader")) {
        return false; // how the JVM links and loads
      }
    }
    return false;
  }

  /** An exception in one line; its own text may fail, it is the program's code. */
  private static String text(Throwable e) {
    try {
      String line = String.valueOf(e).lines().findFirst().orElse("");
      // The JVM's own text of a NullPointerException describes the woven code.
      boolean ours = e instanceof NullPointerException && line.contains("dev.prescient.runtime");
      return line.isEmpty() || ours ? e.getClass().getName() : line;
    } catch (RuntimeException | StackOverflowError broken) {
      return e.getClass().getName();
    }
  }

  // ------------------------------------------------------------------------------------ deadlock

  /** Whether a live thread waits for a reference queue: the collector may still wake it. */
  static boolean waitsForTheCollector() {
    for (ControlledThread t : Scheduler.living()) {
      for (StackTraceElement frame : t.thread.getStackTrace()) {
        if (frame.getClassName().startsWith("java.lang.ref.ReferenceQueue")) {
          return true;
        }
      }
    }
    return false;
  }

  /** Nobody can go on: who holds and waits for what, if that can be told. */
  Failure deadlock() {
    try {
      return holdersAndWaiters();
    } catch (RuntimeException | LinkageError e) { // a program's class may fail to tell its name
      String reason = "nobody can go on; who holds what could not be told: " + e;
      return new Failure(Failure.Kind.DEADLOCK, reason, null, "", "", "", null, List.of());
    }
  }

  private Failure holdersAndWaiters() {
    ControlledThread[] living = Scheduler.living();
    Map<Long, ControlledThread> byId = new HashMap<>();
    for (ControlledThread t : living) {
      byId.put(t.thread.getId(), t);
    }
    Map<ControlledThread, ControlledThread> owners = new HashMap<>();
    List<String> lines = new ArrayList<>();
    List<Object> mentioned = new ArrayList<>();
    for (ControlledThread t : living) {
      lines.add(waiting(t, byId, owners, mentioned));
    }
    ControlledThread inCycle = cycle(owners);
    ControlledThread shown = inCycle != null ? inCycle : waiter(living);
    StackTraceElement[] stack =
        shown == null ? new StackTraceElement[0] : shown.thread.getStackTrace();
    return new Failure(
        inCycle != null ? Failure.Kind.DEADLOCK : Failure.Kind.MISSED_WAKE_UP,
        String.join("; ", lines),
        null,
        shown == null ? "" : shown.path,
        shown == null ? "" : shown.thread.getName(),
        location(stack),
        null,
        frames(stack));
  }

  /** The thread to show where there is no cycle: one that waits for more than another's end. */
  private static @Nullable ControlledThread waiter(ControlledThread[] living) {
    for (ControlledThread t : living) {
      if (!t.stateWord().equals("joining")) {
        return t;
      }
    }
    return living.length == 0 ? null : living[0];
  }

  private static String waiting(
      ControlledThread t,
      Map<Long, ControlledThread> byId,
      Map<ControlledThread, ControlledThread> owners,
      List<Object> mentioned) {
    StringBuilder line = new StringBuilder();
    line.append('T').append(t.path).append(" \"").append(t.thread.getName()).append("\" is ");
    line.append(t.stateWord());
    Object o = t.waitsFor();
    ControlledThread owner = null;
    if (o instanceof Thread other) {
      line.append(" thread \"").append(other.getName()).append('"');
    } else if (o != null) {
      line.append(" on ").append(name(o, mentioned));
      owner = Scheduler.owner(o);
    } else {
      ThreadInfo info = info(t.thread);
      LockInfo lock = info == null ? null : info.getLockInfo();
      if (lock != null && info != null) {
        line.append(" on ").append(lock.getClassName());
        owner = byId.get(info.getLockOwnerId());
      }
    }
    if (owner != null && owner != t) {
      owners.put(t, owner);
      line.append(" held by T").append(owner.path);
    }
    Object[] held = t.monitors();
    for (int i = 0; i < held.length; i++) {
      line.append(i == 0 ? ", holds " : " and ").append(name(held[i], mentioned));
    }
    String at = location(t.thread.getStackTrace());
    if (!at.isEmpty()) {
      line.append(" (").append(at).append(')');
    }
    return line.toString();
  }

  private static @Nullable ThreadInfo info(Thread t) {
    return ManagementFactory.getThreadMXBean().getThreadInfo(t.getId());
  }

  /** Objects are told apart by numbers in the order of their mention: the same in every run. */
  private static String name(Object o, List<Object> mentioned) {
    if (o instanceof Class<?> c) {
      return "class " + c.getName();
    }
    if (o instanceof ClassInits.Initialiser initialiser) {
      return "the initialisation of class " + initialiser.type.getName();
    }
    int number = 0;
    while (number < mentioned.size() && mentioned.get(number) != o) {
      number++;
    }
    if (number == mentioned.size()) {
      mentioned.add(o);
    }
    return o.getClass().getName() + "#" + (number + 1);
  }

  private static @Nullable ControlledThread cycle(Map<ControlledThread, ControlledThread> owners) {
    for (ControlledThread start : owners.keySet()) {
      Set<ControlledThread> way = new HashSet<>();
      ControlledThread t = start;
      while (t != null && way.add(t)) {
        t = owners.get(t);
      }
      if (t != null) {
        return t;
      }
    }
    return null;
  }

  // ----------------------------------------------------------------------------- non-termination

  /** A loop that nobody can end. */
  Failure spinsForever(ControlledThread t) {
    StackTraceElement[] stack = t.thread.getStackTrace();
    Site loop = t.spinSite() == 0 ? null : sites.site(t.spinSite());
    Site read = t.accessSite() == 0 ? null : sites.site(t.accessSite());
    boolean inLoop =
        loop != null
            && read != null
            && loop.className().equals(read.className())
            && loop.method().equals(read.method());
    return new Failure(
        Failure.Kind.NON_TERMINATION,
        "the loop waits for ever: nobody is left who could change what it reads",
        null,
        t.path,
        t.thread.getName(),
        loop == null ? location(stack) : loop.location(),
        inLoop && read != null ? variable(read) : null,
        frames(stack));
  }

  /** {@code a/b/C.field:desc} in source terms. */
  private static @Nullable String variable(Site site) {
    String detail = site.detail();
    if (detail == null) {
      return null;
    }
    int colon = detail.indexOf(':');
    return (colon < 0 ? detail : detail.substring(0, colon)).replace('/', '.');
  }

  // -------------------------------------------------------------------------------------- stacks

  private static boolean isOurs(StackTraceElement frame) {
    String c = frame.getClassName();
    return c.startsWith("dev.prescient.runtime.")
        || c.startsWith("dev.prescient.replay.")
        || c.startsWith("dev.prescient.agent.");
  }

  private static boolean isApplication(StackTraceElement frame) {
    return frame.getModuleName() == null && !isOurs(frame);
  }

  /** {@code File.java:12} of the innermost application frame, or empty. */
  private static String location(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (isApplication(frame)) {
        String file = frame.getFileName();
        return file != null && frame.getLineNumber() >= 0
            ? file + ":" + frame.getLineNumber()
            : frame.getClassName() + "." + frame.getMethodName();
      }
    }
    return "";
  }

  /** As the program's own code made it: without what our hooks and their waiting add on top. */
  private static List<String> frames(StackTraceElement[] stack) {
    int from = 0;
    for (int i = 0; i < Math.min(HOOK_FRAMES, stack.length); i++) {
      if (isOurs(stack[i])) {
        from = i + 1;
      }
    }
    List<String> frames = new ArrayList<>();
    for (int i = from; i < stack.length && frames.size() < MAX_FRAMES; i++) {
      if (!isOurs(stack[i])) {
        frames.add(text(stack[i]));
      }
    }
    return frames;
  }

  /** {@code a.b.C.method(File.java:12)}, without loader and module. */
  private static String text(StackTraceElement f) {
    String file = f.getFileName();
    String at =
        f.isNativeMethod()
            ? "Native Method"
            : file == null
                ? "Unknown Source"
                : f.getLineNumber() < 0 ? file : file + ":" + f.getLineNumber();
    return f.getClassName() + "." + f.getMethodName() + "(" + at + ")";
  }
}
