import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;

/** Starts an OSGi framework with two bundles that know nothing of an agent. */
public class Bundles {
  public static void main(String[] args) throws Exception {
    Path parts = Path.of(args[0]);
    Path library = bundle(parts, "library", Map.of("Export-Package", "part.library"), "part/library/Counter");
    Map<String, String> uses = new HashMap<>();
    uses.put("Import-Package", "org.osgi.framework,part.library");
    uses.put("Bundle-Activator", "part.user.Activator");
    Path user = bundle(parts, "user", uses, "part/user/Activator");
    Map<String, String> configuration = new HashMap<>();
    configuration.put(Constants.FRAMEWORK_STORAGE, parts.resolve("storage").toString());
    configuration.put(Constants.FRAMEWORK_STORAGE_CLEAN, "onFirstInit");
    Framework framework =
        ServiceLoader.load(FrameworkFactory.class).iterator().next().newFramework(configuration);
    framework.start();
    framework.getBundleContext().installBundle(library.toUri().toString());
    Bundle started = framework.getBundleContext().installBundle(user.toUri().toString());
    started.start();
    System.out.println(started.getSymbolicName() + " " + (started.getState() == Bundle.ACTIVE));
    started.stop();
    framework.stop();
    framework.waitForStop(10_000);
  }

  private static Path bundle(Path parts, String name, Map<String, String> headers, String type)
      throws IOException {
    Manifest manifest = new Manifest();
    Attributes all = manifest.getMainAttributes();
    all.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    all.putValue("Bundle-ManifestVersion", "2");
    all.putValue("Bundle-SymbolicName", name);
    headers.forEach(all::putValue);
    Path jar = parts.resolve(name + ".jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest);
        InputStream in = Bundles.class.getResourceAsStream("/" + type + ".class")) {
      out.putNextEntry(new JarEntry(type + ".class"));
      in.transferTo(out);
      out.closeEntry();
    }
    return jar;
  }
}
