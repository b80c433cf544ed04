package dev.prescient.agent.instrument;

import dev.prescient.runtime.ThreadState;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The classes that are loaded on a thread while another class is woven there: to look for a super
 * class may run the program's loader, or check the signatures of a jar. The JVM does not ask the
 * transformer that is at work to weave these, too, or it might never end. A class of locks that
 * stayed without hooks for that would make false races.
 *
 * <p>So this transformer, of another agent, only notes them. They are woven as soon as the outer
 * class is, and transformed again to what was woven, without more members.
 *
 * <p>State: what a thread notes is in its {@link ThreadState}; {@code late}, what classes are about
 * to become, is guarded by this object's monitor, under which no other code runs.
 */
final class NestedLoads implements ClassFileTransformer {
  /** Nothing noted yet. */
  private static final Object NONE = new Object();

  /** A class that is loaded. */
  static final class Load {
    /** {@code a.b.C}. */
    final String name;

    final @Nullable ClassLoader loader;

    /** As the JVM would have given them to the transformer. */
    final byte[] bytes;

    /** The one noted before it, or {@link #NONE}. */
    private final Object before;

    private Load(String name, @Nullable ClassLoader loader, byte[] bytes, Object before) {
      this.name = name;
      this.loader = loader;
      this.bytes = bytes;
      this.before = before;
    }
  }

  private final Instrumentation inst;
  private final Map<Class<?>, byte[]> late = new HashMap<>();

  /**
   * Begins to note classes.
   *
   * @param inst of an agent that weaves nothing else
   */
  NestedLoads(Instrumentation inst) {
    this.inst = inst;
    inst.addTransformer(this, true);
  }

  /** A class is about to be woven on a thread. */
  static void begin(ThreadState t) {
    t.nested = NONE;
  }

  /** Ends {@link #begin}. */
  static void end(ThreadState t) {
    t.nested = null;
  }

  /** The classes loaded on a thread since the last call, in order. */
  static List<Load> take(ThreadState t) {
    Object noted = t.nested;
    if (noted == NONE || noted == null) {
      return List.of();
    }
    t.nested = NONE;
    List<Load> loads = new ArrayList<>();
    while (noted instanceof Load load) {
      loads.add(0, load);
      noted = load.before;
    }
    return loads;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (redefined == null) {
      ThreadState t = ThreadState.current();
      Object before = t.nested;
      if (before != null) {
        String given = name == null ? ClassInfo.read(bytes).name() : name;
        t.nested = new Load(given.replace('/', '.'), loader, bytes, before);
      }
      return null;
    }
    synchronized (this) { // these bytes, put together anew, may differ from those loaded
      return late.get(redefined);
    }
  }

  /**
   * Transforms classes again that are loaded.
   *
   * @param woven what the classes become
   * @return the classes that stayed as they were, with the reason
   */
  Map<String, Throwable> replace(Map<Load, byte[]> woven) {
    Map<Class<?>, byte[]> found = find(woven);
    synchronized (this) {
      late.putAll(found);
    }
    try {
      inst.retransformClasses(found.keySet().toArray(new Class<?>[0]));
      return Map.of();
    } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError e) {
      return replaceEach(found.keySet()); // one of them is refused; the others still count
    } finally {
      synchronized (this) {
        late.keySet().removeAll(found.keySet());
      }
    }
  }

  private Map<Class<?>, byte[]> find(Map<Load, byte[]> woven) {
    Map<Class<?>, byte[]> found = new HashMap<>();
    for (Class<?> c : inst.getAllLoadedClasses()) {
      for (Map.Entry<Load, byte[]> w : woven.entrySet()) {
        Load load = w.getKey();
        if (c.getClassLoader() == load.loader && c.getName().equals(load.name)) {
          found.put(c, w.getValue());
        }
      }
    }
    return found;
  }

  private Map<String, Throwable> replaceEach(Set<Class<?>> classes) {
    Map<String, Throwable> failed = new HashMap<>();
    for (Class<?> c : classes) {
      try {
        inst.retransformClasses(c);
      } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError e) {
        failed.put(c.getName(), e);
      }
    }
    return failed;
  }
}
