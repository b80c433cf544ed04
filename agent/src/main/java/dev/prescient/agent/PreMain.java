package dev.prescient.agent;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.net.URISyntaxException;
import java.util.Enumeration;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The one class the JVM starts in. It puts the two nested jars on the boot class path, the runtime
 * and the agent proper, opens what the runtime needs of java.base, and hands over to {@link
 * AgentMain}. JDK types only, no statics, no logger, and no link against anything of ours but that:
 * nothing of it may be touched before it is on the boot path.
 *
 * <p>The agent is there for the speed and the safety of it: the JVM loads its classes without
 * running code of class loaders, which may be at work on this very thread, and without verifying
 * them.
 */
public final class PreMain {
  private static final String RUNTIME = "prescient-runtime.jar";

  private static final String AGENT = "prescient-agent.jar";

  /** Names tried for a temporary file. */
  private static final int MAX_TRIES = 100;

  private PreMain() {}

  /** {@code -javaagent} at start. */
  public static void premain(String options, Instrumentation inst) throws Exception {
    Module boot;
    String build;
    String missing;
    try (ZipFile ours = new ZipFile(ourJar())) {
      build = crc(ours, RUNTIME) + crc(ours, AGENT);
      File agent = extract(ours, AGENT);
      append(agent, inst);
      remove(agent);
      File runtime = extract(ours, RUNTIME);
      append(runtime, inst);
      boot = load(runtime);
      missing = startSecond(runtime, inst);
      remove(runtime);
    }
    inst.redefineModule(
        Object.class.getModule(),
        Set.of(boot),
        Map.of("jdk.internal.misc", Set.of(boot), "jdk.internal.vm.annotation", Set.of(boot)),
        Map.of("java.lang", Set.of(boot)),
        Set.of(),
        Map.of());
    AgentMain.start(options, inst, version(), build, missing);
  }

  private static File ourJar() throws URISyntaxException {
    return new File(PreMain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** From the manifest of pm.jar: the nested jars have none. */
  private static String version() {
    String version = PreMain.class.getPackage().getImplementationVersion();
    return version == null ? "unknown" : version;
  }

  private static ZipEntry nested(ZipFile ours, String name) {
    ZipEntry nested = ours.getEntry(name);
    if (nested == null) {
      throw new IllegalStateException(
          "pm: " + name + " is not in the agent's jar; use pm.jar as built");
    }
    return nested;
  }

  /** What the jar itself says of the content of a nested one. */
  private static String crc(ZipFile ours, String name) {
    return Long.toHexString(nested(ours, name).getCrc());
  }

  private static void append(File jar, Instrumentation inst) throws IOException {
    try (JarFile opened = new JarFile(jar)) {
      inst.appendToBootstrapClassLoaderSearch(opened);
    }
  }

  private static void remove(File jar) {
    if (!jar.delete()) { // the JVM holds it open; where that forbids removal, at exit
      jar.deleteOnExit();
    }
  }

  /**
   * Loads the whole runtime: a class of it that is first needed while a woven class of the JDK runs
   * inside the loading of another could not be loaded then.
   *
   * @return the unnamed module of the boot loader
   */
  private static Module load(File jar) throws IOException, ClassNotFoundException {
    Module boot = Object.class.getModule();
    try (ZipFile runtime = new ZipFile(jar)) {
      for (Enumeration<? extends ZipEntry> e = runtime.entries(); e.hasMoreElements(); ) {
        String name = e.nextElement().getName();
        if (name.endsWith(".class") && !name.endsWith("-info.class")) {
          String dotted = name.substring(0, name.length() - ".class".length()).replace('/', '.');
          boot = Class.forName(dotted, false, null).getModule();
        }
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
  private static String startSecond(File jar, Instrumentation inst) {
    Class<?> jdk = inst.getClass();
    try {
      inst.redefineModule(
          jdk.getModule(),
          Set.of(),
          Map.of(jdk.getPackageName(), Set.of(PreMain.class.getModule())),
          Map.of(),
          Set.of(),
          Map.of());
      jdk.getMethod("loadAgent", String.class).invoke(null, jar.getPath());
      return "";
    } catch (InvocationTargetException e) {
      return String.valueOf(e.getCause());
    } catch (ReflectiveOperationException | RuntimeException e) {
      return e.toString();
    }
  }

  /**
   * Copies a nested jar to a temporary file, made anew. Not {@code Files.createTempFile}: its
   * random names load all security providers, a tenth of a second.
   */
  private static File extract(ZipFile ours, String name) throws IOException {
    File jar;
    int tries = 0;
    do {
      if (tries++ == MAX_TRIES) {
        throw new IOException("pm: no place for " + name + " in " + folder());
      }
      jar = new File(folder(), name + System.nanoTime());
    } while (!jar.createNewFile());
    try (InputStream in = ours.getInputStream(nested(ours, name));
        OutputStream out = new FileOutputStream(jar)) {
      in.transferTo(out);
    }
    return jar;
  }

  private static String folder() {
    return System.getProperty("java.io.tmpdir");
  }
}
