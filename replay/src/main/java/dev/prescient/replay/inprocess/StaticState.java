package dev.prescient.replay.inprocess;

import dev.prescient.runtime.control.Initialisers;
import dev.prescient.runtime.control.Variables;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The application's static variables, and the objects that they lead to, as the class initialisers
 * left them: kept once, and put back before each run. An object's variables are kept if it is of an
 * application's class, an array, or a collection, lock or atomic of {@code java.util} and {@code
 * java.util.concurrent}; other objects of the JDK stay as they are. A class that is first
 * initialised in a later run is kept when its initialiser ends.
 *
 * <p>State: guarded by this object's monitor; a class initialiser may end on any thread.
 */
public final class StaticState implements Initialisers.Listener {
  /** A class of the JDK whose executor outlives a run; newer ones have it in the common pool. */
  private static final String DELAYER = "java.util.concurrent.CompletableFuture$Delayer";

  private final Instrumentation inst;
  private final List<String> order = new ArrayList<>();
  private final Map<Class<?>, Kept> classes = new HashMap<>();
  private final Set<Class<?>> known = new HashSet<>();
  private final ObjectGraph objects = new ObjectGraph();
  private final ObjectGraph jdk = new ObjectGraph();
  private boolean keeps;
  private long seen = -1;

  /** Static variables and their values. */
  @SuppressWarnings("ArrayRecordComponent") // nobody else sees it
  private record Kept(Variables variables, Object base, @Nullable Object[] values) {}

  /** Of one JVM; nothing has run. */
  public StaticState(Instrumentation inst) {
    this.inst = inst;
    try {
      Variables v = Variables.ofStatics(Class.forName(DELAYER));
      Object base = v.base();
      if (base != null) {
        jdk.keep(v, v.read(base));
      }
    } catch (ClassNotFoundException e) {
      // a newer JDK
    }
  }

  /** From now on the order of class initialisers is noted. */
  public void watch() {
    Initialisers.install(this);
  }

  /**
   * Initialises the program's classes of those names that were initialised since {@link #watch}, in
   * that order.
   */
  public void initialise() {
    List<String> names;
    synchronized (this) {
      names = List.copyOf(order);
    }
    for (String name : names) {
      try {
        Class.forName(name, true, ClassLoader.getSystemClassLoader());
      } catch (ClassNotFoundException | LinkageError e) {
        // the run will tell
      }
    }
  }

  /** Keeps what all static variables are now. */
  public synchronized void keep() {
    keeps = true;
    scan(true);
  }

  @Override
  public synchronized void initialised(Class<?> c) {
    if (!keeps) {
      order.add(c.getName());
    } else if (isApplication(c)) {
      known.add(c);
      keep(c);
    }
  }

  /**
   * Puts everything back. The threads of earlier runs have ended.
   *
   * @param woven classes of the program so far: if there are more than the last time, they are
   *     looked for
   */
  public synchronized void restore(long woven) {
    jdk.restore();
    if (!keeps) {
      return;
    }
    if (woven != seen) {
      seen = woven;
      scan(false);
    }
    for (Kept kept : classes.values()) {
      kept.variables().write(kept.base(), kept.values());
    }
    objects.restore();
  }

  /** Objects of the program whose variables are put back; -1 if there are too many. */
  public synchronized long size() {
    return objects.size();
  }

  // ---------------------------------------------------------------------------------------- keep

  /**
   * Looks for classes that have come since the last time. One that was not kept at the end of its
   * initialiser has none, or is not initialised yet: its variables begin with defaults.
   */
  private void scan(boolean first) {
    for (Class<?> c : inst.getInitiatedClasses(ClassLoader.getSystemClassLoader())) {
      if (!isApplication(c) || !known.add(c)) {
        continue;
      }
      if (first && !Variables.uninitialised(c)) {
        keep(c);
      } else {
        Variables variables = Variables.ofStatics(c);
        Object base = variables.base();
        if (base != null) {
          classes.put(c, new Kept(variables, base, new Object[variables.size()]));
        }
      }
    }
  }

  private static boolean isApplication(Class<?> c) {
    ClassLoader loader = c.getClassLoader();
    return loader != null
        && loader != ClassLoader.getPlatformClassLoader()
        && !c.isArray()
        && !c.isHidden()
        && !c.getName().startsWith("dev.prescient.");
  }

  private void keep(Class<?> c) {
    Variables variables = Variables.ofStatics(c);
    Object base = variables.base();
    if (base != null) {
      @Nullable Object[] values = variables.read(base);
      classes.put(c, new Kept(variables, base, values));
      objects.keep(variables, values);
    }
  }
}
