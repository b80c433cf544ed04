package dev.prescient.agent.instrument;

import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import dev.prescient.agent.Wildcard;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which classes are woven, and as what. Our own and relocated classes never are. */
final class InstrumentFilter {
  private static final List<String> PLATFORM =
      List.of("java/", "javax/", "jdk/", "sun/", "com/sun/", "netscape/javascript/");
  private static final List<String> OURS =
      List.of(
          "dev/prescient/runtime/",
          "dev/prescient/agent/",
          "dev/prescient/profiler/",
          "dev/prescient/replay/",
          "dev/prescient/slicer/",
          "dev/prescient/cli/",
          "dev/prescient/shaded/");

  private final List<Wildcard> include;
  private final List<Wildcard> exclude;
  private final List<Wildcard> excludeLoader;

  InstrumentFilter(AgentOptions options) {
    include = patterns(options.list(AgentOption.INCLUDE));
    exclude = patterns(options.list(AgentOption.EXCLUDE));
    excludeLoader = patterns(options.list(AgentOption.EXCLUDE_LOADER));
  }

  /**
   * What a class is woven as; empty if it is left alone.
   *
   * @param name internal name
   */
  Optional<WovenClass.Origin> origin(String name, @Nullable ClassLoader loader) {
    if (startsWithAny(name, OURS)) {
      return Optional.empty();
    }
    if (loader == null || loader == ClassLoader.getPlatformClassLoader()) {
      return Optional.of(WovenClass.Origin.JDK);
    }
    if (startsWithAny(name, PLATFORM) && isPlatformModule(name)) {
      return Optional.of(WovenClass.Origin.JDK);
    }
    String dotted = name.replace('/', '.');
    if (!matches(include, dotted)
        || matches(exclude, dotted)
        || matches(excludeLoader, loader.getClass().getName())) {
      return Optional.empty();
    }
    return Optional.of(WovenClass.Origin.APPLICATION);
  }

  /** Whether a class is woven as one of the application. */
  boolean isApplication(String name, @Nullable ClassLoader loader) {
    return origin(name, loader).equals(Optional.of(WovenClass.Origin.APPLICATION));
  }

  /** jdk.* modules of the application loader; a user's javax.* library is an application. */
  private static boolean isPlatformModule(String name) {
    return name.startsWith("jdk/") || name.startsWith("sun/") || name.startsWith("com/sun/");
  }

  private static boolean startsWithAny(String name, List<String> prefixes) {
    for (String p : prefixes) {
      if (name.startsWith(p)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(List<Wildcard> patterns, String text) {
    for (Wildcard p : patterns) {
      if (p.matches(text)) {
        return true;
      }
    }
    return false;
  }

  private static List<Wildcard> patterns(List<String> texts) {
    List<Wildcard> patterns = new ArrayList<>();
    for (String text : texts) {
      patterns.add(new Wildcard(text));
    }
    return patterns;
  }
}
