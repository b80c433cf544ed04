package dev.prescient.agent.instrument;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;

/**
 * Which methods of the JDK read or write the state of an object that they are given, for certain
 * and before they take a lock of their own. What a method only keeps, as {@code unmodifiableList}
 * does, is not listed.
 */
final class ArgumentMethods {
  /** What a call does to an argument; the hook before it. */
  enum Use {
    READ("readArgument"),
    WRITE("writeArgument"),
    /** Reads it for each element of its own. */
    READ_FOR_EACH("readForEach"),
    /** Reads it if it is a collection of the same kind. */
    READ_EQUAL("readEqual"),
    /** Takes its text. */
    SHOW("showArgument");

    final String hook;

    Use(String hook) {
      this.hook = hook;
    }
  }

  /** By owner and name: a letter for each argument, or {@code -} for none. */
  private static final Map<String, String> METHODS = new HashMap<>();

  static {
    put("java/lang/String", "join", "-r");
    put("java/lang/String", "valueOf contentEquals", "s");
    put("java/lang/StringBuilder", "append", "s--");
    put("java/lang/StringBuilder", "insert", "-s--");
    put("java/util/Objects", "toString", "s-");
    put("java/io/PrintStream", "print println", "s");
    put("java/util/Collections", "sort shuffle reverse rotate swap fill replaceAll addAll", "w");
    put("java/util/Collections", "copy", "wr");
    put("java/util/Collections", "max min frequency binarySearch", "r");
    put("java/util/Collections", "indexOfSubList lastIndexOfSubList", "rr");
    put("java/util/BitSet", "and or xor andNot intersects", "r");
    put("java/util/Calendar", "setTime", "r");
    put("java/util/Date", "after before compareTo", "r");
    put("java/text/DateFormat", "format", "r");
    put("java/text/SimpleDateFormat", "format", "r");
    put("java/nio/ByteBuffer", "put", "w");
    for (String type : Set.of("List", "Set", "Map", "EnumSet")) {
      put("java/util/" + type, "copyOf", "r");
    }
  }

  /** Of collections and maps, whatever the type they are called through. */
  private static final Map<String, String> BULK =
      Map.of(
          "addAll", "rr",
          "containsAll", "r",
          "putAll", "r",
          "removeAll", "f",
          "retainAll", "f",
          "equals", "e");

  private static final Set<String> COPIED =
      Set.of(
          "Ljava/lang/StringBuilder;",
          "Ljava/util/Collection;",
          "Ljava/util/EnumMap;",
          "Ljava/util/Map;",
          "Ljava/util/PriorityQueue;",
          "Ljava/util/SortedMap;",
          "Ljava/util/SortedSet;");

  private ArgumentMethods() {}

  private static void put(String owner, String names, String uses) {
    for (String name : names.split(" ", -1)) {
      METHODS.put(owner + "." + name, uses);
    }
  }

  /**
   * What a call does to an argument, or null.
   *
   * @param i which, from 0
   */
  static @Nullable Use use(MethodInsnNode call, Type argument, int i) {
    if (argument.getSort() != Type.OBJECT || !mayHaveState(argument.getInternalName())) {
      return null;
    }
    if (call.name.equals("<init>")) {
      boolean copies = call.owner.startsWith("java/util/") || call.owner.equals("java/lang/String");
      return copies && COPIED.contains(argument.getDescriptor()) ? Use.READ : null;
    }
    String uses = METHODS.get(call.owner + "." + call.name);
    if (uses == null && call.owner.startsWith("java/util/")) {
      uses = BULK.get(call.name);
    }
    char use = uses == null || i >= uses.length() ? '-' : uses.charAt(i);
    return switch (use) {
      case 'r' -> Use.READ;
      case 'w' -> Use.WRITE;
      case 's' -> Use.SHOW;
      case 'f' -> hasReceiver(call) ? Use.READ_FOR_EACH : null;
      case 'e' -> hasReceiver(call) ? Use.READ_EQUAL : null;
      default -> null;
    };
  }

  /**
   * Whether the hook before a call gets its receiver: it is not of a class, nor of {@code super}.
   */
  static boolean hasReceiver(AbstractInsnNode call) {
    return call.getOpcode() == Opcodes.INVOKEVIRTUAL || call.getOpcode() == Opcodes.INVOKEINTERFACE;
  }

  /** Whether a reference of a static type may lead to an object that is checked. */
  static boolean mayHaveState(String type) {
    return type.startsWith("java/util/")
        || type.startsWith("java/nio/")
        || type.equals("java/lang/Object")
        || type.equals("java/lang/CharSequence")
        || type.equals("java/lang/Iterable")
        || type.equals("java/lang/StringBuilder");
  }
}
