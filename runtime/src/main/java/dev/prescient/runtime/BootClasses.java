package dev.prescient.runtime;

import org.jspecify.annotations.Nullable;

/**
 * Finds the runtime's own classes for class loaders that ask nobody before themselves, as those of
 * module systems do. Woven into the program's class loaders.
 */
public final class BootClasses {
  private static final String OURS = "dev.prescient.runtime.";

  private BootClasses() {}

  /** The runtime's class of a name; null for any other name. */
  public static @Nullable Class<?> find(@Nullable String name) {
    if (name == null || !name.startsWith(OURS)) {
      return null;
    }
    ThreadState t = ThreadState.current();
    t.busy++;
    try {
      return Class.forName(name, false, null);
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    } finally {
      t.busy--;
    }
  }
}
