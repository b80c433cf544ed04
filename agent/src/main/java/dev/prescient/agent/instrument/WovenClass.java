package dev.prescient.agent.instrument;

import dev.prescient.agent.site.SiteTable;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A class on its way through the passes: its tree, where it comes from, and the original
 * instructions of each method with their sites.
 */
final class WovenClass {
  /** Whose class it is. */
  enum Origin {
    APPLICATION,
    JDK
  }

  final ClassNode node;
  final @Nullable ClassLoader loader;
  final Origin origin;

  /** Whether the class is already loaded: bodies may change, members may not. */
  final boolean loaded;

  final Hierarchy hierarchy;
  private final SiteTable sites;
  private final IdentityHashMap<MethodNode, AbstractInsnNode[]> originals = new IdentityHashMap<>();
  private final IdentityHashMap<MethodNode, IdentityHashMap<AbstractInsnNode, Integer>> indexes =
      new IdentityHashMap<>();

  WovenClass(
      ClassNode node,
      @Nullable ClassLoader loader,
      Origin origin,
      boolean loaded,
      Hierarchy hierarchy,
      SiteTable sites) {
    this.node = node;
    this.loader = loader;
    this.origin = origin;
    this.loaded = loaded;
    this.hierarchy = hierarchy;
    this.sites = sites;
    for (MethodNode m : node.methods) {
      originals.put(m, m.instructions.toArray());
    }
  }

  boolean isApplication() {
    return origin == Origin.APPLICATION;
  }

  /** The method's instructions as they were before any pass, labels, lines and frames included. */
  AbstractInsnNode[] original(MethodNode m) {
    return originals.getOrDefault(m, new AbstractInsnNode[0]);
  }

  /**
   * The dense site of one of the program's own instructions.
   *
   * @param detail as in {@link dev.prescient.agent.site.Site#detail()}
   */
  int site(MethodNode m, AbstractInsnNode insn, @Nullable String detail) {
    Integer index = indexes.computeIfAbsent(m, this::index).get(insn);
    return sites.intern(
        node.name, m.name, m.desc, index == null ? -1 : index, line(insn), node.sourceFile, detail);
  }

  /** The dense site of a method as a whole: its entry. */
  int site(MethodNode m, @Nullable String detail) {
    AbstractInsnNode[] all = original(m);
    return sites.intern(
        node.name,
        m.name,
        m.desc,
        -1,
        all.length == 0 ? -1 : firstLine(all),
        node.sourceFile,
        detail);
  }

  private IdentityHashMap<AbstractInsnNode, Integer> index(MethodNode m) {
    IdentityHashMap<AbstractInsnNode, Integer> index = new IdentityHashMap<>();
    for (AbstractInsnNode insn : original(m)) {
      if (insn.getOpcode() >= 0) {
        index.put(insn, index.size());
      }
    }
    return index;
  }

  private static int firstLine(AbstractInsnNode[] all) {
    for (AbstractInsnNode insn : all) {
      if (insn instanceof LineNumberNode n) {
        return n.line;
      }
    }
    return -1;
  }

  private static int line(AbstractInsnNode insn) {
    for (AbstractInsnNode i = insn; i != null; i = i.getPrevious()) {
      if (i instanceof LineNumberNode n) {
        return n.line;
      }
    }
    return -1;
  }
}
