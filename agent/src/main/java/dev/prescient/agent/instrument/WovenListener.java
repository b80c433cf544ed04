package dev.prescient.agent.instrument;

import org.jspecify.annotations.Nullable;

/** Told of each application class before it is woven, on the thread that loads it. */
public interface WovenListener {
  /**
   * Called before the class is woven.
   *
   * @param name internal name
   * @param bytes of the class as it was loaded
   */
  void woven(String name, byte[] bytes, @Nullable ClassLoader loader);
}
