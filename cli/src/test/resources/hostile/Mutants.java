import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Defines and links copies of class files in which a few bytes are changed or the end is missing,
 * and prints what the JVM says of each.
 */
public class Mutants {
  static final class Loader extends ClassLoader {
    Class<?> define(String name, byte[] bytes) {
      return defineClass(name, bytes, 0, bytes.length);
    }
  }

  public static void main(String[] args) throws IOException {
    List<byte[]> originals = new ArrayList<>();
    List<String> names = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("parts")))) {
      for (Path f : files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
        originals.add(Files.readAllBytes(f));
        names.add(f.getFileName().toString().replace(".class", ""));
      }
    }
    Random random = new Random(1);
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      byte[] bytes = originals.get(i % originals.size()).clone();
      if (i % 10 == 0) {
        bytes = java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length));
      }
      if (bytes.length > 0) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      String name = i % 3 == 0 ? null : names.get(i % names.size());
      out.append(i).append(' ').append(outcome(name, bytes)).append('\n');
    }
    System.out.print(out);
  }

  private static String outcome(String name, byte[] bytes) {
    try {
      new Loader().define(name, bytes).getDeclaredMethods();
      return "linked";
    } catch (Throwable e) {
      return e.getClass().getName();
    }
  }
}
