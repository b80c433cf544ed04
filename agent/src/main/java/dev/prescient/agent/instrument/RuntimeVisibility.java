package dev.prescient.agent.instrument;

import dev.prescient.agent.Log;
import dev.prescient.runtime.HappensBefore;
import org.jspecify.annotations.Nullable;

/**
 * Whether a loader's classes find the runtime. Loaders of the program find it by delegation, or
 * because {@link LoaderPass} told them; one that was left as it is may not.
 *
 * <p>State: the answers are guarded by this object's monitor, which is not held while a loader is
 * asked: that may run the program's code.
 */
final class RuntimeVisibility {
  private final ByLoader<Boolean> known = new ByLoader<>();

  /** Whether hooks in classes of a loader can be linked. If not, that is said once. */
  boolean sees(@Nullable ClassLoader loader) {
    if (loader == null) {
      return true;
    }
    Boolean before;
    synchronized (this) {
      before = known.get(loader);
    }
    if (before != null) {
      return before;
    }
    boolean sees = asks(loader);
    synchronized (this) {
      known.put(loader, sees);
    }
    if (!sees) {
      Log.say(
          "classes of a "
              + loader.getClass().getName()
              + " are left as they are: it does not find dev.prescient.runtime");
    }
    return sees;
  }

  private static boolean asks(ClassLoader loader) {
    try {
      return loader.loadClass(HappensBefore.class.getName()) == HappensBefore.class;
    } catch (ClassNotFoundException | RuntimeException | LinkageError e) {
      return false;
    }
  }
}
