package dev.prescient.agent.instrument;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of classes, by the loader and the name of each. Not thread-safe.
 *
 * @param <V> as in {@link ByLoader}
 */
final class ClassesByLoader<V> {
  private final ByLoader<Map<String, V>> loaders = new ByLoader<>();

  /** By name, what is known of the classes of a loader. */
  Map<String, V> of(@Nullable ClassLoader loader) {
    Map<String, V> known = loaders.get(loader);
    if (known == null) {
      known = new HashMap<>();
      loaders.put(loader, known);
    }
    return known;
  }
}
