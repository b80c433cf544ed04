package dev.prescient.profiler.race;

import java.lang.ref.WeakReference;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Names of the objects in a run's reports: {@code a.b.C#1}, {@code long[8]#2}. Two reports with one
 * name are about one object.
 *
 * <p>State: guarded by the owner. Objects are held weakly.
 */
final class ObjectNames {
  private final Map<Class<?>, List<WeakReference<Object>>> known = new HashMap<>();

  /** The name of an object, a new one if it has none yet. */
  String of(Object o) {
    List<WeakReference<Object>> ofClass =
        known.computeIfAbsent(o.getClass(), c -> new ArrayList<>());
    int n = 0;
    while (n < ofClass.size() && !ofClass.get(n).refersTo(o)) {
      n++;
    }
    if (n == ofClass.size()) {
      ofClass.add(new WeakReference<>(o));
    }
    String type = o.getClass().getTypeName();
    if (o.getClass().isArray()) {
      type = type.replaceFirst("\\[]", "[" + Array.getLength(o) + "]");
    }
    return type + "#" + (n + 1);
  }
}
