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
    Class<?> define(byte[] bytes) {
      return defineClass(null, bytes, 0, bytes.length);
    }
  }

  public static void main(String[] args) throws IOException {
    List<byte[]> originals = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("parts")))) {
      for (Path f : files.filter(f -> f.toString().endsWith(".class")).sorted().toList()) {
        originals.add(Files.readAllBytes(f));
      }
    }
    Random random = new Random(1);
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      byte[] bytes = originals.get(i % originals.size()).clone();
      if (i % 10 == 0) {
        bytes = java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length));
      }
      for (int n = 1 + random.nextInt(3); n > 0 && bytes.length > 0; n--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      }
      out.append(i).append(' ').append(outcome(bytes)).append('\n');
    }
    System.out.print(out);
  }

  private static String outcome(byte[] bytes) {
    try {
      new Loader().define(bytes).getDeclaredMethods();
      return "linked";
    } catch (Throwable e) {
      return e.getClass().getName();
    }
  }
}
