import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Loads and links, which verifies, every class of jars and of the JDK's modules ({@code jrt:NAME}),
 * each jar with a loader of its own beside all others; no class is initialised. The first argument
 * tells which of them: {@code 1/2} is every second one, from the second on. Prints for each what
 * came of how many classes, and the name of every class that the JVM refused to verify.
 */
public class LoadAll {
  public static void main(String[] args) throws Exception {
    PrintStream out = new PrintStream(System.out, false, "UTF-8");
    int part = Integer.parseInt(args[0].substring(0, 1));
    int parts = Integer.parseInt(args[0].substring(2));
    args = Arrays.copyOfRange(args, 1, args.length);
    List<URL> jars = new ArrayList<>();
    for (String arg : args) {
      if (!arg.startsWith("jrt:")) {
        jars.add(Path.of(arg).toUri().toURL());
      }
    }
    try (URLClassLoader loader = new URLClassLoader(jars.toArray(new URL[0]))) {
      for (int i = part; i < args.length; i += parts) {
        String arg = args[i];
        if (arg.startsWith("jrt:")) {
          FileSystem jrt = FileSystems.getFileSystem(URI.create("jrt:/"));
          report(out, arg, names(jrt.getPath("/modules/" + arg.substring(4))), null);
        } else {
          try (FileSystem jar = FileSystems.newFileSystem(Path.of(arg))) {
            report(out, Path.of(arg).getFileName().toString(), names(jar.getPath("/")), loader);
          }
        }
      }
    }
    out.flush();
  }

  private static List<String> names(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(f -> root.relativize(f).toString())
          .filter(f -> f.endsWith(".class") && !f.startsWith("META-INF") && !f.contains("-info"))
          .map(f -> f.substring(0, f.length() - 6).replace('/', '.'))
          .sorted()
          .toList();
    }
  }

  private static void report(PrintStream out, String what, List<String> names, ClassLoader loader) {
    TreeMap<String, Integer> counts = new TreeMap<>();
    for (String name : names) {
      String outcome = outcome(name, loader);
      counts.merge(outcome, 1, Integer::sum);
      if (outcome.equals("VerifyError")) {
        out.println("  refused: " + name);
      }
    }
    out.println(what + " " + names.size() + " " + counts);
  }

  private static String outcome(String name, ClassLoader loader) {
    try {
      Class<?> c = Class.forName(name, false, loader);
      try {
        c.getDeclaredMethods(); // links
      } catch (NoClassDefFoundError e) {
        return "linked"; // a type of a signature is missing: that comes after
      }
      return "linked";
    } catch (Throwable e) {
      if (System.getenv("LOAD_ALL_TRACE") != null) {
        System.err.println(name + ": " + e);
      }
      return e.getClass().getSimpleName();
    }
  }
}
