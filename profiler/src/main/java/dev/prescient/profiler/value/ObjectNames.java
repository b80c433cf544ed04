package dev.prescient.profiler.value;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Names of objects that another run can find again: {@code a.b.C@site:thread:n}, where the object
 * was the n-th one that this thread made known at this site. An object becomes known where it is
 * first stored in a racy variable.
 *
 * <p>State: all fields are guarded by the owner.
 */
public final class ObjectNames {
  private record Name(String text, long order) {}

  private final IdentityTable<Name> names = new IdentityTable<>();
  private final Map<String, Integer> counts = new HashMap<>();
  private final Map<String, WeakReference<Object>> objects = new HashMap<>();

  /**
   * Makes an object known, if it is not yet.
   *
   * @param where the access that shows it
   * @param order number of that access in the run
   */
  public void see(@Nullable Object o, Occurrence where, long order) {
    if (o == null || names.get(o, 0) != null) {
      return;
    }
    String place =
        o.getClass().getName() + "@" + Long.toHexString(where.site()) + ":" + where.thread();
    String text = place + ":" + counts.merge(place, 1, Integer::sum);
    names.put(o, 0, new Name(text, order));
    objects.put(text, new WeakReference<>(o));
  }

  /** The name of a known object, or null. */
  public @Nullable String name(Object o) {
    Name name = names.get(o, 0);
    return name == null ? null : name.text;
  }

  /** Whether an object was known before an access. */
  public boolean knownBefore(Object o, long order) {
    Name name = names.get(o, 0);
    return name != null && name.order < order;
  }

  /** The object of that name, or null if there is none (yet) or it is gone. */
  public @Nullable Object find(String name) {
    WeakReference<Object> found = objects.get(name);
    return found == null ? null : found.get();
  }
}
