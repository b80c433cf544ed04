package dev.prescient.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;

/**
 * The one class the JVM starts in. It puts the nested runtime jar on the boot class path, opens
 * what the runtime needs of java.base, and hands over to {@link AgentMain}. JDK types only, no
 * statics, no logger, and no link against the runtime: the runtime must not be touched before it is
 * on the boot path.
 */
public final class PreMain {
  private PreMain() {}

  /** {@code -javaagent} at start. */
  public static void premain(String options, Instrumentation inst) throws Exception {
    Path jar = extract();
    try (JarFile runtime = new JarFile(jar.toFile())) {
      inst.appendToBootstrapClassLoaderSearch(runtime);
    }
    Module boot = Class.forName("dev.prescient.runtime.Epoch", false, null).getModule();
    if (!jar.toFile().delete()) { // the JVM holds it open; where that forbids removal, at exit
      jar.toFile().deleteOnExit();
    }
    inst.redefineModule(
        Object.class.getModule(),
        Set.of(boot),
        Map.of("jdk.internal.misc", Set.of(boot), "jdk.internal.vm.annotation", Set.of(boot)),
        Map.of("java.lang", Set.of(boot)),
        Set.of(),
        Map.of());
    AgentMain.start(options, inst);
  }

  /** Copies the nested jar to a temporary file. */
  private static Path extract() throws IOException {
    Path jar = Files.createTempFile("prescient-runtime", ".jar");
    try (InputStream in = PreMain.class.getResourceAsStream("/prescient-runtime.jar")) {
      if (in == null) {
        throw new IllegalStateException(
            "pm: prescient-runtime.jar is not in the agent's jar; use pm.jar as built");
      }
      Files.copy(in, jar, StandardCopyOption.REPLACE_EXISTING);
    }
    return jar;
  }
}
