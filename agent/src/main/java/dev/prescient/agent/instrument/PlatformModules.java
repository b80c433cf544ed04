package dev.prescient.agent.instrument;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's own modules by package. Their classes are read through the module: that needs no URL
 * and loads next to nothing, so it may be done while a class of the JDK is being loaded.
 */
final class PlatformModules {
  private static final Map<String, Module> BY_PACKAGE = byPackage();

  private PlatformModules() {}

  private static Map<String, Module> byPackage() {
    Map<String, Module> all = new HashMap<>();
    for (Module m : ModuleLayer.boot().modules()) {
      if (m.getName().startsWith("java.") || m.getName().startsWith("jdk.")) {
        for (String p : m.getPackages()) {
          all.put(p.replace('.', '/'), m);
        }
      }
    }
    return all;
  }

  /**
   * The module that holds a class of the JDK, or null.
   *
   * @param name internal name
   */
  static @Nullable Module of(String name) {
    int slash = name.lastIndexOf('/');
    return slash < 0 ? null : BY_PACKAGE.get(name.substring(0, slash));
  }
}
