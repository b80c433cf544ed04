package dev.prescient.profiler.value;

/**
 * A racy variable of this run: a field of one object, a static, or an array element; equal to
 * itself only.
 *
 * <p>State: the histories, which are guarded by the owner of the variable.
 */
public final class Variable {
  private final String declaration;
  private final char type;
  private final WriteHistory writes;
  private final ReadHistory reads;

  /**
   * A variable whose histories begin.
   *
   * @param declaration {@code a/b/C.name:desc} for a field, the array's descriptor for an element
   * @param limit values kept, 1..1024
   */
  public Variable(String declaration, LiveValue initial, int limit) {
    this.declaration = declaration;
    this.type = typeOf(declaration);
    this.writes = new WriteHistory(Write.initial(initial), limit);
    this.reads = new ReadHistory(limit);
  }

  /** {@code a/b/C.name:desc} for a field, the array's descriptor for an element. */
  public String declaration() {
    return declaration;
  }

  /** In source terms, as in a race report. */
  public String name() {
    return nameOf(declaration);
  }

  /** JVM type letter, {@code L} for any reference. */
  public char type() {
    return type;
  }

  /** What it was given. */
  public WriteHistory writes() {
    return writes;
  }

  /** What it was asked. */
  public ReadHistory reads() {
    return reads;
  }

  /** Cuts a value computed as an int to the width of the type, as a store does. */
  public static long narrow(char type, long bits) {
    return switch (type) {
      case 'Z' -> bits & 1;
      case 'B' -> (byte) bits;
      case 'C' -> (char) bits;
      case 'S' -> (short) bits;
      default -> bits;
    };
  }

  /** The type letter of a declaration: of the field, or of the array's element. */
  public static char typeOf(String declaration) {
    String descriptor =
        declaration.startsWith("[")
            ? declaration.substring(1)
            : declaration.substring(declaration.lastIndexOf(':') + 1);
    char letter = descriptor.charAt(0);
    return letter == '[' ? 'L' : letter;
  }

  /** A declaration in source terms: {@code a.b.C.name}, {@code int[]}. */
  public static String nameOf(String declaration) {
    if (!declaration.startsWith("[")) {
      return declaration.substring(0, declaration.lastIndexOf(':')).replace('/', '.');
    }
    return elementName(declaration.substring(1)) + "[]";
  }

  private static String elementName(String descriptor) {
    return switch (descriptor.charAt(0)) {
      case '[' -> nameOf(descriptor);
      case 'L' -> descriptor.substring(1, descriptor.length() - 1).replace('/', '.');
      case 'Z' -> "boolean";
      case 'B' -> "byte";
      case 'C' -> "char";
      case 'S' -> "short";
      case 'I' -> "int";
      case 'J' -> "long";
      case 'F' -> "float";
      default -> "double";
    };
  }
}
