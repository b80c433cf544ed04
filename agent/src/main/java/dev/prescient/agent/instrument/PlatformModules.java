package dev.prescient.agent.instrument;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's own modules by package. Their classes are read through the module: that needs no URL
 * and loads next to nothing, so it may be done while a class of the JDK is being loaded.
 */
final class PlatformModules {
  private static final Map<String, Optional<Module>> BY_PACKAGE = new ConcurrentHashMap<>();

  private PlatformModules() {}

  /**
   * The module that holds a class of the JDK, or null.
   *
   * @param name internal name
   */
  static @Nullable Module of(String name) {
    int slash = name.lastIndexOf('/');
    if (slash < 0) {
      return null;
    }
    String p = name.substring(0, slash);
    Optional<Module> known = BY_PACKAGE.get(p);
    if (known == null) {
      known = Optional.ofNullable(find(p.replace('/', '.')));
      BY_PACKAGE.put(p, known);
    }
    return known.orElse(null);
  }

  private static @Nullable Module find(String p) {
    for (Module m : ModuleLayer.boot().modules()) {
      if ((m.getName().startsWith("java.") || m.getName().startsWith("jdk."))
          && m.getPackages().contains(p)) {
        return m;
      }
    }
    return null;
  }
}
