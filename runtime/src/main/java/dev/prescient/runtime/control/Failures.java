package dev.prescient.runtime.control;

import dev.prescient.runtime.ThreadState;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What goes wrong in the program, as it happens: uncaught exceptions, exceptions that end a task,
 * and the last exceptions constructed. Only remembered here; told at the end of the run. None of
 * them stops another thread.
 *
 * <p>State: guarded by this class's monitor, which is held for a few instructions and in which
 * nothing waits. Throwables are kept whole: their messages are not yet set when they are seen.
 */
public final class Failures {
  /** How many constructed exceptions are kept. */
  private static final int RECENT = 256;

  /** How many failures are kept; the rest is counted. */
  private static final int MAX = 64;

  private static final Failures ALL = new Failures();

  private final @Nullable Throwable[] recent = new Throwable[RECENT];
  private final @Nullable Thread[] recentThreads = new Thread[RECENT];
  private int constructed;
  private Uncaught[] uncaught = new Uncaught[0];
  private @Nullable Object[] tasks = new Object[8];
  private @Nullable Uncaught[] taskFailures = new Uncaught[8];
  private int taskCount;
  private long dropped;

  /** An exception and the thread it ended, or in which it ended a task. */
  public static final class Uncaught {
    /** The thread. */
    public final Thread thread;

    /** Its path; empty if it is not controlled. */
    public final String path;

    /** The exception. */
    public final Throwable exception;

    Uncaught(Thread thread, String path, Throwable exception) {
      this.thread = thread;
      this.path = path;
      this.exception = exception;
    }
  }

  private Failures() {}

  private static @Nullable Uncaught here(Throwable e) {
    if (!Scheduler.on() || RunEnd.aborting || ThreadState.current().busy != 0) {
      return null;
    }
    Thread thread = Thread.currentThread();
    ControlledThread t = Roster.find(thread);
    return new Uncaught(thread, t == null ? "" : t.path, e);
  }

  /** At the start of {@code Thread.dispatchUncaughtException}, on the dying thread. */
  public static void uncaught(Thread thread, Throwable e) {
    if (RunEnd.aborting) {
      RunEnd.dies(thread);
      return;
    }
    Uncaught u = here(e);
    if (u != null) {
      ALL.add(u);
    }
  }

  private synchronized void add(Uncaught u) {
    if (uncaught.length == MAX) {
      dropped++;
      return;
    }
    uncaught = Arrays.copyOf(uncaught, uncaught.length + 1);
    uncaught[uncaught.length - 1] = u;
  }

  /** At the end of {@code Throwable.fillInStackTrace()}. */
  public static void constructed(Throwable e) {
    if (Scheduler.present() != null) {
      ALL.remember(e);
    }
  }

  private synchronized void remember(Throwable e) {
    int at = constructed++ & RECENT - 1;
    recent[at] = e;
    recentThreads[at] = Thread.currentThread();
  }

  /** At the start of {@code FutureTask.setException}. */
  public static void taskFailed(Object task, Throwable e) {
    Uncaught u = here(e);
    if (u != null) {
      ALL.addTask(task, u);
    }
  }

  private synchronized void addTask(Object task, Uncaught u) {
    if (taskCount == MAX) {
      dropped++;
      return;
    }
    if (taskCount == tasks.length) {
      tasks = Arrays.copyOf(tasks, taskCount * 2);
      taskFailures = Arrays.copyOf(taskFailures, taskCount * 2);
    }
    tasks[taskCount] = task;
    taskFailures[taskCount++] = u;
  }

  /** At the start of {@code FutureTask.report}: somebody looks at how the task ended. */
  public static void taskSeen(Object task) {
    if (Scheduler.on()) {
      ALL.removeTask(task);
    }
  }

  private synchronized void removeTask(Object task) {
    for (int i = 0; i < taskCount; i++) {
      if (tasks[i] == task) {
        taskCount--;
        tasks[i] = tasks[taskCount];
        taskFailures[i] = taskFailures[taskCount];
        tasks[taskCount] = null;
        taskFailures[taskCount] = null;
        return;
      }
    }
  }

  /** Nothing has gone wrong yet. */
  static void reset() {
    synchronized (ALL) {
      Arrays.fill(ALL.recent, null);
      Arrays.fill(ALL.recentThreads, null);
      Arrays.fill(ALL.tasks, null);
      Arrays.fill(ALL.taskFailures, null);
      ALL.constructed = 0;
      ALL.uncaught = new Uncaught[0];
      ALL.taskCount = 0;
      ALL.dropped = 0;
    }
  }

  // ------------------------------------------------------------------------------- for reporters

  /** Whether there is anything to tell. */
  public static boolean any() {
    synchronized (ALL) {
      return ALL.uncaught.length > 0 || ALL.taskCount > 0;
    }
  }

  /** Uncaught exceptions in the order they happened. */
  public static Uncaught[] uncaught() {
    synchronized (ALL) {
      return ALL.uncaught.clone();
    }
  }

  /** Exceptions that ended a task and that nobody looked at. */
  public static @Nullable Uncaught[] tasks() {
    synchronized (ALL) {
      return Arrays.copyOf(ALL.taskFailures, ALL.taskCount);
    }
  }

  /** The last exceptions constructed by controlled threads, latest first; null cells at the end. */
  public static @Nullable Throwable[] latest() {
    synchronized (ALL) {
      @Nullable Throwable[] latest = new Throwable[RECENT];
      for (int i = 0; i < RECENT; i++) {
        latest[i] = ALL.recent[ALL.constructed - 1 - i & RECENT - 1];
      }
      return latest;
    }
  }

  /** The thread that constructed {@code latest()[i]}. */
  public static @Nullable Thread latestThread(int i) {
    synchronized (ALL) {
      return ALL.recentThreads[ALL.constructed - 1 - i & RECENT - 1];
    }
  }

  /** Failures beyond those kept. */
  public static long dropped() {
    synchronized (ALL) {
      return ALL.dropped;
    }
  }
}
