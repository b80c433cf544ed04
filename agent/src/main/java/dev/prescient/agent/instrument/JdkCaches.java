package dev.prescient.agent.instrument;

import dev.prescient.agent.AgentContext;
import dev.prescient.agent.AgentOption;
import java.nio.file.Path;

/** Where the {@link JdkCache} of a process is, and what it depends on. */
final class JdkCaches {
  private static final String OFF = "off";

  private JdkCaches() {}

  /** The cache of this process; an empty one that is not kept where there is no place for it. */
  static JdkCache open(AgentContext context, Weaving weaving) {
    String folder = context.options().text(AgentOption.CACHE);
    if (folder.equals(OFF)) {
      return JdkCache.none();
    }
    try {
      return JdkCache.open(
          folder.isEmpty() ? standardFolder() : Path.of(folder), key(context, weaving));
    } catch (RuntimeException e) {
      return JdkCache.none();
    }
  }

  private static String key(AgentContext context, Weaving weaving) {
    return String.join(
        " ",
        context.build(),
        System.getProperty("java.vm.name"),
        System.getProperty("java.vm.version"),
        System.getProperty("java.vendor.version", "-"),
        System.getProperty("os.arch"),
        context.options().text(AgentOption.JDK),
        weaving.detect() ? "detect" : "-",
        weaving.control() ? "control" : weaving.free() ? "free" : "-");
  }

  /** The user's folder for things that can be made again. */
  private static Path standardFolder() {
    for (String variable : new String[] {"XDG_CACHE_HOME", "LOCALAPPDATA"}) {
      String folder = System.getenv(variable);
      if (folder != null && !folder.isEmpty()) {
        return Path.of(folder, "prescient");
      }
    }
    return Path.of(System.getProperty("user.home"), ".cache", "prescient");
  }
}
