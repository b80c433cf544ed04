package dev.prescient.profiler.race;

/** Types as they are written in source. */
final class TypeNames {
  private TypeNames() {}

  /**
   * The source name of a type.
   *
   * @param descriptor {@code I}, {@code La/b/C;}, {@code [[J}
   */
  static String source(String descriptor) {
    int dims = 0;
    while (dims < descriptor.length() && descriptor.charAt(dims) == '[') {
      dims++;
    }
    String element = descriptor.substring(dims);
    String name =
        switch (element) {
          case "Z" -> "boolean";
          case "B" -> "byte";
          case "C" -> "char";
          case "S" -> "short";
          case "I" -> "int";
          case "J" -> "long";
          case "F" -> "float";
          case "D" -> "double";
          default ->
              element.startsWith("L") && element.endsWith(";")
                  ? element.substring(1, element.length() - 1).replace('/', '.')
                  : element.replace('/', '.');
        };
    return name + "[]".repeat(dims);
  }
}
