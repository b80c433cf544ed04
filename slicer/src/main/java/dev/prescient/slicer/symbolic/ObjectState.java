package dev.prescient.slicer.symbolic;

import java.util.List;
import java.util.Set;

/** What is known of objects whose classes are not captured. */
final class ObjectState {
  private static final Set<String> IMMUTABLE =
      Set.of(
          "java.lang.String",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Short",
          "java.lang.Byte",
          "java.lang.Character",
          "java.lang.Boolean",
          "java.lang.Float",
          "java.lang.Double",
          "java.lang.Class",
          "java.util.Optional");

  private static final Set<String> STATELESS = Set.of("java.lang.Object", "java.lang.Thread");

  private static final List<String> VALUE_PACKAGES =
      List.of("java.time.", "java.math.", "java.lang.invoke.");

  private static final List<String> LOOKING =
      List.of(
          "get",
          "is",
          "has",
          "size",
          "contains",
          "equals",
          "hashCode",
          "toString",
          "length",
          "charAt",
          "peek",
          "compare",
          "intValue",
          "longValue",
          "doubleValue",
          "floatValue",
          "booleanValue",
          "capacity",
          "position",
          "limit",
          "remaining",
          "wait",
          "notify");

  private ObjectState() {}

  /** Whether objects of a class never change once they are made. */
  static boolean isImmutable(String className) {
    return IMMUTABLE.contains(className) || VALUE_PACKAGES.stream().anyMatch(className::startsWith);
  }

  /** Whether an object has a state that calls may change. */
  static boolean isKept(String className, CapturedProgram program) {
    return !isImmutable(className)
        && !STATELESS.contains(className)
        && !className.startsWith("[")
        && !program.contains(className.replace('.', '/'));
  }

  /** Whether a method of that name only looks, by the JDK's habit of naming. */
  static boolean onlyLooks(String method) {
    return !method.startsWith("getAnd") && LOOKING.stream().anyMatch(method::startsWith);
  }

  /** The number of the present version: states are numbered from 0. */
  static long version(Heap.Versions cell) {
    return Math.max(0, cell.variables.size() - 1);
  }
}
