package dev.prescient.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Hidden classes of the program, which the JVM shows to no agent. Woven into the JDK where it
 * defines them, since whoever synchronises in one orders others.
 *
 * <p>State: {@code weaver} is installed before the program starts.
 */
public final class HiddenClasses {
  /** Weaves a class. */
  public interface Weaver {
    /** The bytes to define; the same if the class is left as it is. */
    byte[] weave(ClassLoader loader, byte[] bytes);
  }

  /** Flag of the JDK's own call that defines classes: java.lang.invoke.MethodHandleNatives. */
  private static final int HIDDEN = 2;

  /** What the JDK makes of lambdas: it never synchronises, and there are many. */
  private static final String LAMBDA = "$$Lambda";

  private static volatile @Nullable Weaver weaver;

  private HiddenClasses() {}

  /** Installs the weaver. */
  public static void install(Weaver w) {
    weaver = w;
  }

  /** A class is about to be defined through a lookup object. */
  public static byte[] define(
      byte[] bytes, @Nullable ClassLoader loader, @Nullable String name, int flags) {
    Weaver w = weaver;
    if (w == null
        || loader == null
        || (flags & HIDDEN) == 0
        || (name != null && name.contains(LAMBDA))) {
      return bytes;
    }
    ThreadState t = ThreadState.current();
    t.busy++;
    try {
      return w.weave(loader, bytes);
    } catch (Throwable e) { // whatever fails here must not fail the program
      return bytes;
    } finally {
      t.busy--;
    }
  }
}
