package dev.prescient.agent.instrument;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Class headers by loader, for field resolution (JVMS 5.4.3.2) and subtype questions, without
 * loading a class.
 *
 * <p>State: the map is guarded by this object's monitor; loaders are held weakly.
 */
public final class Hierarchy {
  private final Map<Object, Map<String, Optional<ClassInfo>>> byLoader = new WeakHashMap<>();
  private final WeakReference<Hierarchy> self = new WeakReference<>(this);

  /** The header of the class whose bytes are being woven, before its loader can find it. */
  public synchronized void put(ClassInfo info, @Nullable ClassLoader loader) {
    of(loader).put(info.name(), Optional.of(info));
  }

  /** A class's header as seen from a loader. */
  public synchronized Optional<ClassInfo> find(
      @Nullable String name, @Nullable ClassLoader loader) {
    if (name == null) {
      return Optional.empty();
    }
    Map<String, Optional<ClassInfo>> known = of(loader);
    Optional<ClassInfo> info = known.get(name);
    if (info == null) {
      info = ClassInfo.find(name, loader);
      known.put(name, info);
    }
    return info;
  }

  /** Resolves a field reference to its declaration: the class, its interfaces, its super class. */
  public Optional<ClassInfo.Field> field(
      @Nullable String owner, String name, String descriptor, @Nullable ClassLoader loader) {
    Optional<ClassInfo> found = find(owner, loader);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    ClassInfo info = found.get();
    Integer access = info.fields().get(name + ":" + descriptor);
    if (access != null) {
      return Optional.of(new ClassInfo.Field(info, name, descriptor, access));
    }
    for (String i : info.interfaces()) {
      Optional<ClassInfo.Field> field = field(i, name, descriptor, loader);
      if (field.isPresent()) {
        return field;
      }
    }
    return field(info.superName(), name, descriptor, loader);
  }

  /** Whether a class is another or one of its subclasses (classes only, not interfaces). */
  public boolean isSubclass(@Nullable String name, String of, @Nullable ClassLoader loader) {
    while (name != null) {
      if (name.equals(of)) {
        return true;
      }
      name = find(name, loader).map(ClassInfo::superName).orElse(null);
    }
    return false;
  }

  private Map<String, Optional<ClassInfo>> of(@Nullable ClassLoader loader) {
    Object key = loader == null ? self : loader;
    return byLoader.computeIfAbsent(key, k -> new HashMap<>());
  }
}
