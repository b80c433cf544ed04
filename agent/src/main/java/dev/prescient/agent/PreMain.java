package dev.prescient.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * The one class the JVM starts in. It puts the nested runtime jar on the boot class path, opens
 * what the runtime needs of java.base, and hands over to {@link AgentMain}. JDK types only, no
 * statics, no logger, and no link against the runtime: the runtime must not be touched before it is
 * on the boot path.
 */
public final class PreMain {
  /** Names tried for the temporary file. */
  private static final int MAX_TRIES = 100;

  private PreMain() {}

  /** {@code -javaagent} at start. */
  public static void premain(String options, Instrumentation inst) throws Exception {
    Path jar = extract();
    Module boot;
    try (JarFile runtime = new JarFile(jar.toFile())) {
      inst.appendToBootstrapClassLoaderSearch(runtime);
      boot = load(runtime);
    }
    String missing = startSecond(jar, inst);
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
    AgentMain.start(options, inst, missing);
  }

  /**
   * Loads the whole runtime: a class of it that is first needed while a woven class of the JDK runs
   * inside the loading of another could not be loaded then.
   *
   * @return the unnamed module of the boot loader
   */
  private static Module load(JarFile runtime) throws ClassNotFoundException {
    Module boot = Object.class.getModule();
    for (JarEntry e : Collections.list(runtime.entries())) {
      String name = e.getName();
      if (name.endsWith(".class") && !name.endsWith("-info.class")) {
        String dotted = name.substring(0, name.length() - ".class".length()).replace('/', '.');
        boot = Class.forName(dotted, false, null).getModule();
      }
    }
    return boot;
  }

  /**
   * Starts the agent that the jar's manifest names, {@link SecondAgent}, as the launcher does for
   * an executable jar. Without it the program runs all the same.
   *
   * @return why it could not be started; empty if it was
   */
  private static String startSecond(Path jar, Instrumentation inst) {
    Class<?> jdk = inst.getClass();
    try {
      inst.redefineModule(
          jdk.getModule(),
          Set.of(),
          Map.of(jdk.getPackageName(), Set.of(PreMain.class.getModule())),
          Map.of(),
          Set.of(),
          Map.of());
      jdk.getMethod("loadAgent", String.class).invoke(null, jar.toString());
      return "";
    } catch (InvocationTargetException e) {
      return String.valueOf(e.getCause());
    } catch (ReflectiveOperationException | RuntimeException e) {
      return e.toString();
    }
  }

  /**
   * Copies the nested jar to a temporary file, made anew. Not {@code Files.createTempFile}: its
   * random names load all security providers, a tenth of a second.
   */
  private static Path extract() throws IOException {
    Path folder = Path.of(System.getProperty("java.io.tmpdir"));
    try (InputStream in = PreMain.class.getResourceAsStream("/prescient-runtime.jar")) {
      if (in == null) {
        throw new IllegalStateException(
            "pm: prescient-runtime.jar is not in the agent's jar; use pm.jar as built");
      }
      byte[] bytes = in.readAllBytes();
      for (int tries = 0; ; tries++) {
        Path jar = folder.resolve("prescient-runtime" + System.nanoTime() + ".jar");
        try {
          return Files.write(jar, bytes, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileAlreadyExistsException e) {
          if (tries == MAX_TRIES) {
            throw e;
          }
        }
      }
    }
  }
}
