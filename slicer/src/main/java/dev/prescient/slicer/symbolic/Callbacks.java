package dev.prescient.slicer.symbolic;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Taints of what captured code leaves with code that is not captured, to be called later: tasks,
 * listeners, function objects.
 *
 * <p>State: grows along the trace.
 */
final class Callbacks {
  private final Map<Long, Long> handed = new HashMap<>();
  private final Map<Long, String> functions = new HashMap<>();
  private final Map<String, Long> handedMethods = new HashMap<>();
  private final Map<String, Long> capturedBy = new HashMap<>();

  /** A function object was made of a method and of values with a taint. */
  void made(long object, String method, long taint) {
    functions.put(object, method);
    merge(capturedBy, method, taint);
  }

  /** Objects were given away under a taint. */
  void handed(List<Value> operands, long taint) {
    if (taint == 0) {
      return;
    }
    for (Value v : operands) {
      if (v.kind() == 'L' && v.bits() != 0) {
        merge(handed, v.bits(), taint);
        String method = functions.get(v.bits());
        if (method != null) {
          merge(handedMethods, method, taint);
        }
      }
    }
  }

  /** What decided that a method is called back on or with objects. */
  long entry(String method, List<Value> arguments) {
    long taint = handedMethods.getOrDefault(method, 0L);
    for (Value v : arguments) {
      taint |= v.kind() == 'L' ? handed.getOrDefault(v.bits(), 0L) : 0;
    }
    return taint;
  }

  /** What the values depend on that function objects of a method keep. */
  long captured(String method) {
    return capturedBy.getOrDefault(method, 0L);
  }

  private static <K> void merge(Map<K, Long> map, K key, long taint) {
    if (taint != 0) {
      map.merge(key, taint, (a, b) -> a | b);
    }
  }
}
