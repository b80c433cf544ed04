package dev.prescient.agent.instrument;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A value for each class loader, by identity; loaders are held weakly. Not thread-safe.
 *
 * @param <V> must not lead to the loader
 */
final class ByLoader<V> {
  private final Map<Object, V> values = new HashMap<>();
  private final ReferenceQueue<ClassLoader> dead = new ReferenceQueue<>();

  private static final class Key extends WeakReference<ClassLoader> {
    private final int hash;

    Key(ClassLoader loader, ReferenceQueue<ClassLoader> queue) {
      super(loader, queue);
      hash = System.identityHashCode(loader);
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public boolean equals(@Nullable Object o) {
      if (this == o) {
        return true;
      }
      ClassLoader loader = get();
      return loader != null && o instanceof Key k && k.refersTo(loader);
    }
  }

  /** The value of a loader; null is the boot loader. */
  @Nullable V get(@Nullable ClassLoader loader) {
    for (Reference<?> r = dead.poll(); r != null; r = dead.poll()) {
      values.remove(r);
    }
    return values.get(key(loader));
  }

  /** Keeps a value for a loader. */
  void put(@Nullable ClassLoader loader, V value) {
    values.put(key(loader), value);
  }

  private Object key(@Nullable ClassLoader loader) {
    return loader == null ? this : new Key(loader, dead);
  }
}
