package dev.prescient.agent.site;

import org.jspecify.annotations.Nullable;

/**
 * A place in bytecode.
 *
 * @param hash identity across runs: 64 bits over class, method, descriptor and instruction index
 * @param className internal name, {@code a/b/C}
 * @param method name of the method
 * @param descriptor of the method
 * @param index of the instruction among the method's real instructions (labels, lines and frames
 *     not counted), 0-based, in the class as it was before weaving
 * @param line source line, or -1 if the class has none
 * @param file source file, or null if the class has none
 * @param detail what is accessed: {@code a/b/C.field:desc} for a field, {@code [I} for an array
 *     element, {@code owner.name desc} for a call; null if nothing is
 */
public record Site(
    long hash,
    String className,
    String method,
    String descriptor,
    int index,
    int line,
    @Nullable String file,
    @Nullable String detail) {

  /** {@code File.java:12}, or {@code a.b.C.method(+7)} where the class has no lines. */
  public String location() {
    if (file != null && line >= 0) {
      return file + ":" + line;
    }
    return className.replace('/', '.') + "." + method + "(+" + index + ")";
  }

  /** {@code a.b.C.method}. */
  public String qualifiedMethod() {
    return className.replace('/', '.') + "." + method;
  }

  /** The identity of a place across runs of the same class bytes (FNV-1a, 64 bits). */
  public static long hash(String className, String method, String descriptor, int index) {
    long h = 0xcbf29ce484222325L;
    h = fnv(h, className);
    h = fnv(h, method);
    h = fnv(h, descriptor);
    return (h ^ index) * 0x100000001b3L;
  }

  private static long fnv(long h, String s) {
    for (int i = 0; i < s.length(); i++) {
      h = (h ^ s.charAt(i)) * 0x100000001b3L;
    }
    return (h ^ '\n') * 0x100000001b3L;
  }
}
