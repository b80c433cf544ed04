package dev.prescient.runtime;

/** Thread states for tests of what lives above the runtime; no thread runs. */
public final class TestThreads {
  private TestThreads() {}

  /** A thread without a parent, its clock all its own. */
  public static ThreadState root(int tid, String path) {
    return new ThreadState(tid, 1, path, null);
  }

  /** One thread releases and another acquires, as over a lock. */
  public static void synchronise(ThreadState from, ThreadState to) {
    to.join(from.snapshot());
    from.tick();
  }
}
