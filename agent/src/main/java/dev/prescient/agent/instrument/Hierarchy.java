package dev.prescient.agent.instrument;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * Class headers by loader, for field resolution (JVMS 5.4.3.2) and subtype questions, without
 * loading a class.
 *
 * <p>State: the maps are guarded by this object's monitor, which is never held while a class is
 * looked for: that may run the program's loader. Loaders are held weakly, by identity.
 */
public final class Hierarchy {
  private final ClassesByLoader<Optional<ClassInfo>> classes = new ClassesByLoader<>();
  private final ClassesByLoader<Set<String>> leaked = new ClassesByLoader<>();
  private final @Nullable ClassInfo hidden;
  private final @Nullable Hierarchy others;

  public Hierarchy() {
    this.hidden = null;
    this.others = null;
  }

  private Hierarchy(ClassInfo hidden, Hierarchy others) {
    this.hidden = hidden;
    this.others = others;
  }

  /** As this one, but as a hidden class sees it: its own name means itself. */
  Hierarchy of(ClassInfo hidden) {
    return new Hierarchy(hidden, this);
  }

  /** The header of the class whose bytes are being woven, before its loader can find it. */
  public void put(ClassInfo info, @Nullable ClassLoader loader) {
    put(info.name(), Optional.of(info), loader);
  }

  private synchronized void put(
      String name, Optional<ClassInfo> info, @Nullable ClassLoader loader) {
    classes.of(loader).put(name, info);
  }

  /** A class's header as seen from a loader. */
  public Optional<ClassInfo> find(@Nullable String name, @Nullable ClassLoader loader) {
    if (name == null) {
      return Optional.empty();
    }
    if (hidden != null && others != null) {
      return name.equals(hidden.name()) ? Optional.of(hidden) : others.find(name, loader);
    }
    synchronized (this) {
      Map<String, Optional<ClassInfo>> known = classes.of(loader);
      if (known.containsKey(name)) {
        return known.getOrDefault(name, Optional.empty());
      }
    }
    Optional<ClassInfo> info = ClassInfo.find(name, loader);
    put(name, info, loader);
    return info;
  }

  /** The final fields of a class that its constructors may store too late: {@link LeakedFinals}. */
  Set<String> leakedFinals(String name, @Nullable ClassLoader loader) {
    synchronized (this) {
      Set<String> known = leaked.of(loader).get(name);
      if (known != null) {
        return known;
      }
    }
    Set<String> found =
        ClassInfo.bytes(name, loader)
            .map(b -> LeakedFinals.of(ClassBytes.read(new ClassReader(b))))
            .orElse(Set.of());
    synchronized (this) {
      leaked.of(loader).put(name, found);
    }
    return found;
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
      Optional<ClassInfo> info = find(name, loader);
      name = info.isPresent() ? info.get().superName() : null;
    }
    return false;
  }
}
