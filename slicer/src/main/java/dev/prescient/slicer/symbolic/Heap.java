package dev.prescient.slicer.symbolic;

import dev.prescient.slicer.formula.TraceFormula;
import dev.prescient.slicer.formula.Variable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * The memory of the run: objects by canonical number, and the versions of every cell touched.
 *
 * <p>Reads name the version they got. A value other than the newest one is looked for among the
 * older versions (a stale read), else it is expected from a later store (a read from the future);
 * if none comes, code that was not captured wrote it.
 *
 * <p>State: grows along the trace; not thread-safe.
 */
final class Heap {
  /** Versions of a cell in which the origin of a stale value is looked for, the newest first. */
  private static final int MAX_VERSIONS = 10_000;

  /** An object: its class as Java names it, and the length of an array, else -1. */
  record Thing(String className, int arrayLength, String name) {}

  /** A field of an object, or of a class (object 0), or an array's element. */
  private record Cell(long object, String field, int index) {}

  /** A cell's history. */
  static final class Versions {
    final int base;

    /** Whether the trace has the cell's first moment, when it was 0. */
    final boolean fromBirth;

    final List<Integer> variables = new ArrayList<>();
    final Map<Long, Integer> expected = new HashMap<>();

    Versions(int base, boolean fromBirth) {
      this.base = base;
      this.fromBirth = fromBirth;
    }

    int newest() {
      return variables.isEmpty() ? -1 : variables.get(variables.size() - 1);
    }
  }

  private final TraceFormula.Builder builder;
  private final Map<Cell, Versions> cells = new HashMap<>();
  private final Map<Integer, Long> canonical = new HashMap<>();
  private final Map<Long, Thing> things = new HashMap<>();
  private final Map<Integer, Thing> announced = new HashMap<>();
  private final Map<String, Integer> ordinals = new HashMap<>();
  private final Map<Object, Long> constants = new HashMap<>();
  private final Set<Long> unbound = new HashSet<>();
  private final Set<Long> born = new HashSet<>();
  private long next = 1;

  Heap(TraceFormula.Builder builder) {
    this.builder = builder;
  }

  void announce(int id, String className, int arrayLength) {
    announced.put(id, new Thing(className, arrayLength, ""));
  }

  /** The canonical number of a recorded object; 0 for null. */
  long canonical(int id) {
    if (id == 0) {
      return 0;
    }
    Long known = canonical.get(id);
    if (known != null) {
      return known;
    }
    Thing t = announced.get(id);
    long n =
        create(t == null ? "java.lang.Object" : t.className(), t == null ? -1 : t.arrayLength());
    canonical.put(id, n);
    return n;
  }

  /** A new object that no event has mentioned yet. */
  long unmentioned(String className) {
    long n = create(className, -1);
    unbound.add(n);
    return n;
  }

  /** The trace has an object's creation: what it holds was 0 at first. */
  void born(long object) {
    born.add(object);
  }

  /** The object of a constant of the class file. */
  long constant(Object constant, String className) {
    return constants.computeIfAbsent(constant, k -> unmentioned(className));
  }

  /** Whether a value is the recorded object; one not mentioned before becomes it. */
  boolean is(long object, int id) {
    if (id == 0 || object == 0) {
      return id == 0 && object == 0;
    }
    Long known = canonical.get(id);
    if (known == null && unbound.remove(object)) {
      canonical.put(id, object);
      Thing a = announced.get(id);
      Thing t = things.get(object);
      if (a != null && t != null) {
        things.put(object, new Thing(a.className(), a.arrayLength(), t.name()));
      }
      return true;
    }
    return canonical(id) == object;
  }

  private long create(String className, int arrayLength) {
    String simple = className.substring(className.lastIndexOf('.') + 1);
    simple = simple.substring(simple.lastIndexOf('$') + 1);
    if (className.startsWith("[")) {
      simple = simple(className);
    }
    int ordinal = ordinals.merge(simple, 1, Integer::sum);
    long n = next++;
    things.put(n, new Thing(className, arrayLength, simple + "#" + ordinal));
    return n;
  }

  private static String simple(String arrayClass) {
    String name = Type.getType(arrayClass.replace('.', '/')).getClassName();
    return name.substring(name.lastIndexOf('.') + 1);
  }

  @Nullable Thing thing(long object) {
    return things.get(object);
  }

  String name(long object) {
    Thing t = things.get(object);
    return object == 0 ? "null" : t == null ? "object " + object : t.name();
  }

  /** Names of all objects by canonical number. */
  Map<Long, String> names() {
    Map<Long, String> names = new HashMap<>();
    things.forEach((n, t) -> names.put(n, t.name()));
    return names;
  }

  /**
   * A field's cell.
   *
   * @param object 0 for a static field
   * @param captured whether the class that declares it is captured
   */
  Versions field(long object, String key, String simpleName, boolean captured) {
    return cells.computeIfAbsent(
        new Cell(object, key, -1),
        c -> {
          String owner =
              object == 0 ? key.substring(0, key.indexOf('.')).replace('/', '.') : name(object);
          String simpleOwner = owner.substring(owner.lastIndexOf('.') + 1);
          return new Versions(
              builder.base(simpleName, simpleOwner + "." + simpleName, -1),
              captured && (object == 0 || born.contains(object)));
        });
  }

  /** An array element's cell. */
  Versions element(long array, int index, String arrayText) {
    return cells.computeIfAbsent(
        new Cell(array, "", index),
        c ->
            new Versions(
                builder.base(arrayText + "[" + index + "]", name(array) + "[" + index + "]", -1),
                born.contains(array)));
  }

  /** The version of a cell that a read got. */
  int read(Versions cell, Variable.Type type, long value) {
    if (cell.newest() < 0) {
      cell.variables.add(builder.initial(cell.base, type, cell.fromBirth ? 0 : value));
    }
    int oldest = Math.max(0, cell.variables.size() - MAX_VERSIONS);
    for (int i = cell.variables.size() - 1; i >= oldest; i--) {
      int v = cell.variables.get(i);
      if (builder.variable(v).value() == value) {
        return v;
      }
    }
    return cell.expected.computeIfAbsent(value, k -> builder.reserve(cell.base, type, value));
  }

  /** The variable that a write of a value defines; it may have been read already. */
  int written(Versions cell, Variable.Type type, long value) {
    if (cell.newest() < 0) {
      cell.variables.add(builder.initial(cell.base, type, 0));
    }
    Integer expected = cell.expected.remove(value);
    int v = expected == null ? builder.reserve(cell.base, type, value) : expected;
    cell.variables.add(v);
    return v;
  }
}
