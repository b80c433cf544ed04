package dev.prescient.replay.inprocess;

import dev.prescient.runtime.control.Variables;
import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Objects with the values of their variables, to be put back: those that some references lead to,
 * over objects of the application, arrays, and collections, locks and atomics of the JDK. Of an
 * object that is met again later, the values are those of the first time.
 *
 * <p>State: {@code known} are the objects kept so far; empty for good once there are too many. For
 * one thread at a time.
 */
final class ObjectGraph {
  /** Beyond so many objects none is put back. */
  private static final int MOST = 20_000;

  private static final Set<String> PACKAGES =
      Set.of(
          "java.util",
          "java.util.concurrent",
          "java.util.concurrent.atomic",
          "java.util.concurrent.locks");

  private static final Set<String> CLASSES =
      Set.of("java.lang.StringBuilder", "java.lang.StringBuffer");

  private final IdentityHashMap<Object, Object> known = new IdentityHashMap<>();
  private final List<Kept> kept = new ArrayList<>();
  private final Map<Class<?>, Variables> layouts = new HashMap<>();
  private boolean tooMany;

  /** An object and its values; of an array, a copy. */
  private record Kept(@Nullable Variables layout, Object of, Object values) {
    void restore() {
      if (layout == null) {
        System.arraycopy(values, 0, of, 0, Array.getLength(values));
      } else {
        layout.write(of, (Object[]) values);
      }
    }
  }

  /** Keeps what the references among some values lead to. */
  void keep(Variables layout, @Nullable Object[] values) {
    Deque<Object> waiting = new ArrayDeque<>();
    add(values, layout, waiting);
    while (!waiting.isEmpty() && !tooMany) {
      keep(waiting.pop(), waiting);
    }
  }

  /** Puts all values back. */
  void restore() {
    for (Kept k : kept) {
      k.restore();
    }
  }

  /** Objects kept; -1 if there are too many, and none is. */
  long size() {
    return tooMany ? -1 : kept.size();
  }

  private static void add(
      @Nullable Object[] values, @Nullable Variables layout, Deque<Object> waiting) {
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      boolean reference = layout == null || layout.isReference(i);
      if (value != null && reference) {
        waiting.push(value);
      }
    }
  }

  private void keep(Object o, Deque<Object> waiting) {
    Class<?> c = o.getClass();
    if (!isKept(c) || known.containsKey(o)) {
      return;
    }
    if (kept.size() >= MOST) {
      tooMany = true;
      kept.clear();
      known.clear();
      return;
    }
    if (c.isArray()) {
      int length = Array.getLength(o);
      Object copy = Array.newInstance(c.getComponentType(), length);
      System.arraycopy(o, 0, copy, 0, length);
      put(new Kept(null, o, copy));
      if (copy instanceof @Nullable Object[] elements) {
        add(elements, null, waiting);
      }
      return;
    }
    Variables layout = layouts.computeIfAbsent(c, Variables::ofInstances);
    @Nullable Object[] values = layout.read(o);
    if (values.length > 0) {
      put(new Kept(layout, o, values));
      add(values, layout, waiting);
    }
  }

  private void put(Kept k) {
    known.put(k.of(), k.of());
    kept.add(k);
  }

  private static boolean isKept(Class<?> c) {
    if (c.isArray()) {
      return true;
    }
    if (Thread.class.isAssignableFrom(c)
        || ClassLoader.class.isAssignableFrom(c)
        || java.lang.ref.Reference.class.isAssignableFrom(c)) {
      return false;
    }
    return c.getClassLoader() != null
        || PACKAGES.contains(c.getPackageName())
        || CLASSES.contains(c.getName());
  }
}
