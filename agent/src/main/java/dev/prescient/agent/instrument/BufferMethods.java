package dev.prescient.agent.instrument;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * What methods of {@code java.nio} buffers do. A buffer's state is its position and limit; absolute
 * accesses read neither. Its elements are those of the array behind it, if there is one.
 */
final class BufferMethods {
  private static final Set<String> NAMES =
      Set.of(
          "position",
          "limit",
          "mark",
          "remaining",
          "hasRemaining",
          "slice",
          "duplicate",
          "asReadOnlyBuffer",
          "flip",
          "rewind",
          "compact",
          "length",
          "charAt",
          "toString");

  private BufferMethods() {}

  /** Whether a method may be one of these; those that start with get and put always may. */
  static boolean isListed(String name) {
    return NAMES.contains(name);
  }

  static ObjectMethods.@Nullable Use use(String name, String descriptor) {
    switch (name) {
      case "position", "limit", "mark" -> {
        return descriptor.startsWith("()I") ? ObjectMethods.Use.READ : ObjectMethods.Use.WRITE;
      }
      case "remaining", "hasRemaining", "slice", "duplicate", "asReadOnlyBuffer" -> {
        return descriptor.startsWith("()") ? ObjectMethods.Use.READ : null;
      }
      case "length", "charAt", "toString" -> {
        return ObjectMethods.Use.READ;
      }
      case "flip", "clear", "rewind", "reset", "compact", "append" -> {
        return ObjectMethods.Use.WRITE;
      }
      default -> {
        return name.startsWith("get") || name.startsWith("put") ? element(name, descriptor) : null;
      }
    }
  }

  private static ObjectMethods.@Nullable Use element(String name, String descriptor) {
    String arguments = descriptor.substring(1, descriptor.indexOf(')'));
    boolean gets = name.startsWith("get");
    boolean one = gets ? arguments.length() <= 1 : arguments.replaceFirst("^I", "").length() <= 1;
    if (one && !arguments.startsWith("L") && !arguments.startsWith("[")) {
      return gets ? ObjectMethods.Use.GET : ObjectMethods.Use.PUT;
    }
    return isAbsolute(name, descriptor) ? null : ObjectMethods.Use.WRITE; // several
  }

  /** Whether a call says at which index. */
  static boolean isAbsolute(String name, String descriptor) {
    return descriptor.startsWith("(I") && (name.startsWith("get") || descriptor.charAt(2) != ')');
  }

  /** How many elements of the array a call accesses: those of a byte buffer may be larger. */
  static int elements(MethodInsnNode call) {
    return switch (call.name.substring(3)) {
      case "Char", "Short" -> Short.BYTES;
      case "Int", "Float" -> Integer.BYTES;
      case "Long", "Double" -> Long.BYTES;
      default -> 1;
    };
  }
}
