import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Class loaders that pass on only {@code java.*}, as those of module systems do: each loads its own
 * copy of {@link Part}, whose two threads race.
 */
public class Hiding {
  /** Overrides what others call. */
  static class Resolving extends ClassLoader {
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      return name.startsWith("java.") ? super.loadClass(name, resolve) : own(this, name);
    }

    Class<?> define(String name, byte[] bytes) {
      return defineClass(name, bytes, 0, bytes.length);
    }

    Class<?> loaded(String name) {
      return findLoadedClass(name);
    }
  }

  /** Overrides what the JVM calls. */
  static final class Plain extends Resolving {
    @Override
    public Class<?> loadClass(String name) throws ClassNotFoundException {
      while (true) { // a frame right at the start
        return name.startsWith("java.") ? getSystemClassLoader().loadClass(name) : own(this, name);
      }
    }
  }

  static Class<?> own(Resolving loader, String name) throws ClassNotFoundException {
    Class<?> known = loader.loaded(name);
    if (known != null) {
      return known;
    }
    if (!name.startsWith("Hiding$")) {
      throw new ClassNotFoundException(name);
    }
    try {
      return loader.define(name, Files.readAllBytes(Path.of(System.getProperty("parts"), name + ".class")));
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }

  /** Two threads on one field. */
  public static final class Part implements Runnable {
    int count;

    @Override
    public void run() {
      count++;
    }

    public static String play() throws InterruptedException {
      Part part = new Part();
      Thread one = new Thread(part);
      Thread two = new Thread(part);
      one.start();
      two.start();
      one.join();
      two.join();
      return "played";
    }
  }

  public static void main(String[] args) throws Exception {
    for (ClassLoader loader : new ClassLoader[] {new Resolving(), new Plain()}) {
      System.out.println(
          loader.loadClass("Hiding$Part").getMethod("play").invoke(null)
              + " by "
              + loader.getClass().getSimpleName());
    }
  }
}
