package dev.prescient.agent.instrument;

import dev.prescient.agent.AgentContext;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.tree.ClassNode;

/**
 * Weaves every class once, pass after pass. A class that cannot be woven is left as it is, said
 * once and counted; the program goes on.
 */
public final class PrescientTransformer implements ClassFileTransformer {
  private final AgentContext context;
  private final InstrumentFilter filter;
  private final Hierarchy hierarchy = new Hierarchy();
  private final List<Pass> passes;

  public PrescientTransformer(Weaving weaving, AgentContext context) {
    this.context = context;
    this.filter = new InstrumentFilter(context.options());
    this.passes = passes(weaving);
  }

  /** The order matters: data first, on untouched code; control may replace what it takes over. */
  private static List<Pass> passes(Weaving weaving) {
    List<Pass> passes = new ArrayList<>();
    if (weaving.detect()) {
      passes.add(new FastTrackPass());
    }
    if (!weaving.racy().isEmpty()) {
      passes.add(new MemoryPass());
    }
    if (weaving.capture()) {
      passes.add(new CapturePass());
    }
    if (weaving.control()) {
      passes.add(new ControlPass());
    }
    passes.add(new SyncPass());
    return passes;
  }

  /** Adds the transformer and retransforms what is already loaded. */
  public void install() {
    context.inst().addTransformer(this, true);
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> c : context.inst().getAllLoadedClasses()) {
      if (context.inst().isModifiableClass(c) && !c.isArray() && !c.isHidden()) {
        loaded.add(c);
      }
    }
    try {
      context.inst().retransformClasses(loaded.toArray(new Class<?>[0]));
    } catch (UnmodifiableClassException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (name == null) {
      return null;
    }
    Optional<WovenClass.Origin> origin = filter.origin(name, loader);
    if (origin.isEmpty()) {
      return null;
    }
    try {
      return weave(loader, origin.get(), redefined != null, bytes);
    } catch (Throwable t) {
      context.counts().add("classesSkipped", 1);
      System.err.println("pm: " + name.replace('/', '.') + " is left as it is: " + t);
      return null;
    }
  }

  private byte @Nullable [] weave(
      @Nullable ClassLoader loader, WovenClass.Origin origin, boolean loaded, byte[] bytes) {
    hierarchy.put(ClassInfo.read(bytes), loader);
    ClassNode node = new ClassNode();
    new ClassReader(bytes).accept(node, ClassReader.EXPAND_FRAMES);
    WovenClass c = new WovenClass(node, loader, origin, loaded, hierarchy, context.sites());
    boolean changed = false;
    for (Pass pass : passes) {
      changed |= pass.weave(c);
    }
    if (!changed) {
      return null;
    }
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    node.accept(writer);
    context.counts().add("classesWoven", 1);
    return writer.toByteArray();
  }
}
