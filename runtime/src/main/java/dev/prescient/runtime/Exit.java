package dev.prescient.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The end of the target JVM, called from woven {@code java.lang.Shutdown}: after the last shutdown
 * hook and before the JVM halts, also for {@code Runtime.halt}. A shutdown hook of ours would be
 * one more thread of the program.
 *
 * <p>State: {@code action} and {@code after} are installed before the program starts; the first
 * thread to end the JVM moves {@code stage} from 0 to 1, and to 2 when the action is done; others
 * wait for that.
 */
public final class Exit {
  /** What a mode does at the end: writes its files and answers the status to exit with. */
  public interface Action {
    /**
     * Called once.
     *
     * @param status what the program exits with; 0 when it simply ends
     * @return the status the JVM exits with
     */
    int atExit(int status);
  }

  private static final long STAGE = Internals.offset(Exit.class, "stage");

  /** How long another thread that ends the JVM waits for the action, in steps of 1 ms. */
  private static final int PATIENCE_MS = 60_000;

  private static final Exit ONLY = new Exit();

  private static volatile @Nullable Action action;
  private static volatile @Nullable Runnable after;
  private static volatile @Nullable Thread ender;
  private volatile int stage;

  private Exit() {}

  /** Installs the action; the last one installed counts. */
  public static void install(Action a) {
    action = a;
  }

  /** Installs what is done last, after the action. */
  public static void after(Runnable r) {
    after = r;
  }

  /** Woven at the start of {@code Shutdown.halt(int)}: the status to halt with. */
  public static int atExit(int status) {
    Action a = action;
    if (a == null || ender == Thread.currentThread()) {
      return status;
    }
    if (!Internals.U.compareAndSetInt(ONLY, STAGE, 0, 1)) {
      await();
      return status;
    }
    ender = Thread.currentThread();
    ThreadState t = ThreadState.current();
    t.settle();
    t.busy++;
    try {
      return a.atExit(status);
    } catch (Throwable e) { // the program's own end must come through
      System.err.println("pm: the run's files could not be written: " + e);
      return status;
    } finally {
      runAfter();
      t.busy--;
      ONLY.stage = 2;
    }
  }

  private static void runAfter() {
    Runnable r = after;
    if (r != null) {
      try {
        r.run();
      } catch (Throwable e) { // the program's own end must come through
        System.err.println("pm: " + e);
      }
    }
  }

  /** Woven at the end of {@code Shutdown.shutdown()}: the program ends without an exit call. */
  public static void atEnd() {
    int status = atExit(0);
    if (status != 0) {
      Runtime.getRuntime().halt(status);
    }
  }

  private static void await() {
    for (int ms = 0; ONLY.stage == 1 && ms < PATIENCE_MS; ms++) {
      Internals.U.park(false, 1_000_000L);
    }
  }
}
