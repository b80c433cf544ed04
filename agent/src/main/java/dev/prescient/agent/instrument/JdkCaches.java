package dev.prescient.agent.instrument;

import dev.prescient.agent.AgentOption;
import dev.prescient.agent.AgentOptions;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Where the {@link JdkCache} of a process is, and what it depends on. */
final class JdkCaches {
  private static final String OFF = "off";

  private JdkCaches() {}

  /** The cache of this process; an empty one that is not kept where there is no place for it. */
  static JdkCache open(AgentOptions options, Weaving weaving) {
    String folder = options.text(AgentOption.CACHE);
    if (folder.equals(OFF)) {
      return JdkCache.none();
    }
    try {
      Path ours = ourJar();
      return ours == null
          ? JdkCache.none()
          : JdkCache.open(
              folder.isEmpty() ? standardFolder() : Path.of(folder), key(ours, options, weaving));
    } catch (IOException | URISyntaxException | RuntimeException e) {
      return JdkCache.none();
    }
  }

  private static String key(Path ours, AgentOptions options, Weaving weaving) throws IOException {
    CRC32 build = new CRC32();
    build.update(Files.readAllBytes(ours));
    return String.join(
        " ",
        Long.toHexString(build.getValue()),
        System.getProperty("java.vm.name"),
        System.getProperty("java.vm.version"),
        System.getProperty("java.vendor.version", "-"),
        System.getProperty("os.arch"),
        options.text(AgentOption.JDK),
        weaving.detect() ? "detect" : "-",
        weaving.control() ? "control" : "-");
  }

  /** The jar that holds this class; null if it is not in a jar. */
  private static @Nullable Path ourJar() throws URISyntaxException {
    CodeSource source = JdkCaches.class.getProtectionDomain().getCodeSource();
    Path jar = source == null ? null : Path.of(source.getLocation().toURI());
    return jar != null && Files.isRegularFile(jar) ? jar : null;
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
