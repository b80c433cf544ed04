package dev.prescient.agent.instrument;

import dev.prescient.agent.AgentContext;
import dev.prescient.agent.AgentOption;
import dev.prescient.agent.Log;
import dev.prescient.runtime.HiddenClasses;
import dev.prescient.runtime.ThreadState;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.tree.ClassNode;

/**
 * Weaves every class once, pass after pass. A class that cannot be woven is left as it is, said
 * once and counted; the program goes on.
 *
 * <p>It runs on the program's threads, which may hold any lock: no lock is held while a class is
 * woven, and the thread's hooks are off.
 */
public final class PrescientTransformer implements ClassFileTransformer, Runnable {
  private final AgentContext context;
  private final InstrumentFilter filter;
  private final Hierarchy hierarchy = new Hierarchy();
  private final List<Pass> passes;
  private final boolean free;
  private final @Nullable WovenListener listener;
  private final JdkCache jdk;
  private final RuntimeVisibility visibility = new RuntimeVisibility();
  private final WovenMembers members = new WovenMembers();
  private final LargeMethods large = new LargeMethods();
  private volatile @Nullable NestedLoads nested;

  public PrescientTransformer(Weaving weaving, AgentContext context) {
    this.context = context;
    this.jdk = JdkCaches.open(context, weaving);
    this.filter = new InstrumentFilter(context.options());
    this.passes = passes(weaving, context);
    this.free = weaving.free();
    this.listener = weaving.listener();
  }

  /** The order matters: data first, on untouched code; control may replace what it takes over. */
  private static List<Pass> passes(Weaving weaving, AgentContext context) {
    List<Pass> passes = new ArrayList<>();
    if (weaving.free()) {
      passes.add(new FreePass(weaving.racy()));
      passes.add(new LoaderPass());
      return passes;
    }
    CapturePass capture = new CapturePass();
    if (weaving.capture()) {
      passes.add(capture.keeper());
    }
    if (weaving.control()) {
      passes.add(new FinalsPass());
    }
    if (weaving.detect()) {
      boolean precise = context.options().text(AgentOption.PRECISION).equals("precise");
      passes.add(new FastTrackPass(!weaving.control(), precise));
      passes.add(new IndirectPass());
    }
    if (weaving.detect() && context.options().on(AgentOption.ALLOCATIONS)) {
      passes.add(new AllocationPass());
    }
    if (weaving.detect() && checksObjects(context)) {
      passes.add(new ObjectPass());
      passes.add(new ArgumentPass());
    }
    if (!weaving.racy().isEmpty()) {
      passes.add(new MemoryPass(weaving.racy()));
    }
    if (weaving.capture()) {
      passes.add(capture);
    }
    if (weaving.control()) {
      boolean repeats = !context.options().text(AgentOption.ENTRY).isEmpty();
      passes.add(new ControlPass(context.options().list(AgentOption.NO_PREEMPT), repeats));
    }
    passes.add(new SyncPass());
    passes.add(new LoaderPass());
    return passes;
  }

  private static boolean checksObjects(AgentContext context) {
    String jdk = context.options().text(AgentOption.JDK);
    return jdk.equals("objects") || jdk.equals("internals");
  }

  /**
   * Adds the transformer and retransforms what is already loaded.
   *
   * @param second another agent, for {@link NestedLoads}; null if there is none
   */
  public void install(@Nullable Instrumentation second) {
    if (jdk.isEmpty()) {
      warmUp();
    }
    loadLocks();
    Set<Class<?>> seen = new HashSet<>();
    List<Class<?>> loaded = loaded(seen);
    HiddenClasses.install(new HiddenClassWeaver(context, filter, hierarchy, visibility, jdk));
    context.inst().addTransformer(this, true);
    retransform(loaded);
    if (second != null) {
      nested = new NestedLoads(second);
    }
    do { // loaded while the others were looked at
      loaded = loaded(seen);
      retransform(loaded);
    } while (!loaded.isEmpty());
    jdk.save();
  }

  /**
   * Loads what most locks are made of. Threads may be at work in it when it is loaded while a class
   * is woven, and woven late.
   */
  private void loadLocks() {
    for (String name :
        List.of(
            "AbstractQueuedSynchronizer$ConditionObject",
            "ReentrantLock$NonfairSync",
            "ReentrantReadWriteLock$NonfairSync")) {
      try {
        Class.forName("java.util.concurrent.locks." + name, false, null);
      } catch (ClassNotFoundException e) {
        // this release of the JDK has another
      }
    }
  }

  /** Loaded classes that must be woven and are not in a set, to which all loaded ones are added. */
  private List<Class<?>> loaded(Set<Class<?>> seen) {
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> c : context.inst().getAllLoadedClasses()) {
      if (seen.add(c)
          && !c.isArray()
          && !c.isHidden()
          && isWoven(c)
          && context.inst().isModifiableClass(c)) {
        loaded.add(c);
      }
    }
    return loaded;
  }

  private void retransform(List<Class<?>> classes) {
    try {
      context.inst().retransformClasses(classes.toArray(new Class<?>[0]));
    } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError e) {
      for (Class<?> c : classes) { // one of them is refused; the others still count
        retransform(c);
      }
    }
  }

  private void retransform(Class<?> c) {
    try {
      context.inst().retransformClasses(c);
    } catch (UnmodifiableClassException | RuntimeException | LinkageError | InternalError e) {
      skipped(c.getName(), e);
    }
  }

  /** Loads what weaving needs before it is needed inside the loading of another class. */
  private void warmUp() {
    for (String name : List.of("java/util/concurrent/FutureTask", "java/util/Timer")) {
      Optional<byte[]> bytes = ClassInfo.bytes(name, null);
      if (bytes.isPresent()) {
        weave(name, null, WovenClass.Origin.JDK, true, bytes.get());
        weave(name, null, WovenClass.Origin.APPLICATION, false, bytes.get());
      }
    }
  }

  /** When the JVM ends: keeps for other processes what became of the JDK's classes. */
  @Override
  public void run() {
    jdk.save();
  }

  private boolean isWoven(Class<?> c) {
    Boolean known = c.getClassLoader() == null ? jdk.isWoven(c.getName()) : null;
    if (known != null) {
      return known;
    }
    String name = c.getName().replace('.', '/');
    Optional<WovenClass.Origin> origin = filter.origin(name, c.getClassLoader());
    if (origin.isEmpty() || origin.get() == WovenClass.Origin.APPLICATION) {
      return origin.isPresent();
    }
    Optional<byte[]> bytes = ClassInfo.bytes(name, c.getClassLoader());
    if (bytes.isEmpty() || isWoven(name, c.getClassLoader(), bytes.get())) {
      return true;
    }
    if (c.getClassLoader() == null) {
      jdk.put(name, bytes.get(), JdkCache.NOT_WOVEN);
    }
    return false;
  }

  private boolean isWoven(String name, @Nullable ClassLoader loader, byte[] bytes) {
    for (Pass pass : passes) {
      if (pass.concernsJdk(name)) {
        return true;
      }
    }
    return !free && JdkScan.synchronises(bytes, name, hierarchy, loader);
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String given,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    ThreadState t = ThreadState.current();
    t.busy++;
    NestedLoads loads = nested;
    if (loads != null) {
      NestedLoads.begin(t);
    }
    String name = given == null ? "a class without a name" : given;
    try {
      if (given == null) { // its loader left it to the bytes
        name = new ClassReader(bytes).getClassName();
      }
      return woven(name, loader, redefined != null, bytes);
    } catch (Throwable e) { // whatever fails here must not fail the program
      skipped(name.replace('/', '.'), e);
      return null;
    } finally {
      if (loads != null) {
        weaveLate(loads, t);
      }
      t.busy--;
    }
  }

  /**
   * A class as woven, or null if it is left as it is.
   *
   * @param loaded whether the JVM has the class already
   */
  private byte @Nullable [] woven(
      String name, @Nullable ClassLoader loader, boolean loaded, byte[] bytes) {
    Optional<WovenClass.Origin> origin = filter.origin(name, loader);
    if (origin.isEmpty()) {
      return null;
    }
    if (origin.get() == WovenClass.Origin.APPLICATION) {
      if (!visibility.sees(loader)) {
        context.counts().add("classesSkipped", 1);
        return null;
      }
      if (listener != null) {
        listener.woven(name, bytes, loader);
      }
    }
    byte[] known = loader == null ? jdk.find(name, bytes) : null;
    boolean keeps = loaded && !members.has(name, loader);
    byte[] woven =
        known == null
            ? weave(name, loader, origin.get(), keeps, bytes)
            : known == JdkCache.NOT_WOVEN ? null : known;
    if (woven != null) {
      context.counts().add("classesWoven", 1);
      if (!loaded && origin.get() == WovenClass.Origin.APPLICATION) {
        members.note(name, loader);
      }
    }
    return woven;
  }

  /** Weaves the classes that were loaded on this thread since it began to weave another. */
  private void weaveLate(NestedLoads all, ThreadState t) {
    try {
      for (List<NestedLoads.Load> loads = NestedLoads.take(t);
          !loads.isEmpty();
          loads = NestedLoads.take(t)) {
        Map<NestedLoads.Load, byte[]> late = new LinkedHashMap<>();
        for (NestedLoads.Load load : loads) {
          byte[] woven = wovenLate(load);
          if (woven != null) {
            late.put(load, woven);
          }
        }
        if (!late.isEmpty()) {
          context.counts().add("classesWovenLate", late.size());
          for (Map.Entry<String, Throwable> e : all.replace(late).entrySet()) {
            skipped(e.getKey(), e.getValue());
          }
        }
      }
    } catch (Throwable e) { // as above
      skipped("a class loaded while another was woven", e);
    } finally {
      NestedLoads.end(t);
    }
  }

  private byte @Nullable [] wovenLate(NestedLoads.Load load) {
    String name = load.name.replace('.', '/');
    try {
      return members.has(name, load.loader)
          ? null // another thread loaded it
          : woven(name, load.loader, true, load.bytes);
    } catch (RuntimeException | LinkageError e) {
      skipped(load.name, e);
      return null;
    }
  }

  private void skipped(String name, Throwable why) {
    context.counts().add("classesSkipped", 1);
    Log.note(name + " is left as it is: " + why);
  }

  private byte @Nullable [] weave(
      String name,
      @Nullable ClassLoader loader,
      WovenClass.Origin origin,
      boolean loaded,
      byte[] bytes) {
    if (origin == WovenClass.Origin.JDK && !isWoven(name, loader, bytes)) {
      if (loader == null) {
        jdk.put(name, bytes, JdkCache.NOT_WOVEN);
      }
      return null;
    }
    ClassReader reader = new ClassReader(bytes);
    hierarchy.put(ClassInfo.read(reader), loader);
    while (true) {
      Map<String, LargeMethods.Left> left = large.of(name, loader);
      try {
        byte[] woven = weave(name, loader, origin, loaded, bytes, reader, left);
        large.tell(name, loader, left, context.counts());
        return woven;
      } catch (MethodTooLargeException e) {
        if (!large.leave(e, loader, left)) {
          throw e;
        }
      }
    }
  }

  private byte @Nullable [] weave(
      String name,
      @Nullable ClassLoader loader,
      WovenClass.Origin origin,
      boolean loaded,
      byte[] bytes,
      ClassReader reader,
      Map<String, LargeMethods.Left> left) {
    ClassNode node = ClassBytes.read(reader);
    WovenClass c =
        new WovenClass(
            node,
            loader,
            origin,
            loaded,
            hierarchy,
            filter,
            context.sites(),
            context.counts(),
            jdk);
    c.leaveUnchecked(left.keySet());
    if (c.isApplication()) {
      BenignMarks.note(node, context.sites());
    }
    boolean changed = false;
    for (Pass pass : passes) {
      if (origin == WovenClass.Origin.APPLICATION
          || pass.concernsJdk(name)
          || pass instanceof SyncPass) {
        changed |= pass.weave(c);
      }
    }
    LargeMethods.restore(reader, node, left);
    byte[] woven = changed ? ClassBytes.write(reader, node) : null;
    if (c.isLasting()) {
      jdk.put(name, bytes, woven == null ? JdkCache.NOT_WOVEN : woven);
    }
    return woven;
  }
}
