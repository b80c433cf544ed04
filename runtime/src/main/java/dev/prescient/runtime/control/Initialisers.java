package dev.prescient.runtime.control;

import dev.prescient.runtime.ThreadState;
import org.jspecify.annotations.Nullable;

/**
 * Tells of class initialisers of the application that have ended, to whoever puts static state back
 * between runs.
 *
 * <p>State: {@code listener} is installed before the program starts; a failure of it takes it away.
 */
public final class Initialisers {
  private static volatile @Nullable Listener listener;

  /** Who is told. */
  public interface Listener {
    /** On the thread that initialised the class, hooks off. */
    void initialised(Class<?> c);
  }

  private Initialisers() {}

  /** Installs the one listener. */
  public static void install(Listener l) {
    listener = l;
  }

  /** At the end of a class initialiser, also if it failed. */
  public static void ended(Class<?> c) {
    Listener l = listener;
    if (l == null) {
      return;
    }
    ThreadState here = ThreadState.current();
    here.busy++;
    try {
      l.initialised(c);
    } catch (Throwable e) { // never the program's
      listener = null;
      System.err.println("pm: static state is no longer put back between runs: " + e);
    } finally {
      here.busy--;
    }
  }
}
