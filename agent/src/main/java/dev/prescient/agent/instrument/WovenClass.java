package dev.prescient.agent.instrument;

import dev.prescient.agent.Counts;
import dev.prescient.agent.site.Site;
import dev.prescient.agent.site.SiteTable;
import dev.prescient.runtime.FieldTable;
import dev.prescient.runtime.control.SiteKeys;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
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

  /** Whether the class is loaded without members of ours: bodies may change, members may not. */
  final boolean loaded;

  final Hierarchy hierarchy;
  private final SiteTable sites;
  private final InstrumentFilter filter;
  private final Counts counts;
  private final JdkCache jdk;
  private boolean hasSites;
  private Set<String> unchecked = Set.of();
  private final Map<String, Integer> fields = new HashMap<>();
  private final IdentityHashMap<MethodNode, AbstractInsnNode[]> originals = new IdentityHashMap<>();
  private final IdentityHashMap<MethodNode, IdentityHashMap<AbstractInsnNode, Integer>> indexes =
      new IdentityHashMap<>();
  private final IdentityHashMap<MethodNode, ArrayNames> arrays = new IdentityHashMap<>();
  private final IdentityHashMap<AbstractInsnNode, AbstractInsnNode> ends = new IdentityHashMap<>();

  WovenClass(
      ClassNode node,
      @Nullable ClassLoader loader,
      Origin origin,
      boolean loaded,
      Hierarchy hierarchy,
      InstrumentFilter filter,
      SiteTable sites,
      Counts counts,
      JdkCache jdk) {
    this.node = node;
    this.loader = loader;
    this.origin = origin;
    this.loaded = loaded;
    this.hierarchy = hierarchy;
    this.filter = filter;
    this.sites = sites;
    this.counts = counts;
    this.jdk = jdk;
    for (MethodNode m : node.methods) {
      originals.put(m, m.instructions.toArray());
    }
  }

  /** Says which methods, {@code name + descriptor}, are too large for checks of their accesses. */
  void leaveUnchecked(Set<String> methods) {
    unchecked = methods;
  }

  /** Whether accesses of a method are checked. */
  boolean isChecked(MethodNode m) {
    return m.instructions.size() > 0 && !unchecked.contains(m.name + m.desc);
  }

  boolean isApplication() {
    return origin == Origin.APPLICATION;
  }

  /** Whether a class that this one refers to is woven as an application class. */
  boolean isApplication(String name) {
    return filter.isApplication(name, loader);
  }

  /** The runtime's id of a field that this class uses, or 0 if there are no more. */
  int field(ClassInfo.Field f) {
    return field(f.key(), f.owner().name(), f.name(), f.descriptor(), f.isStatic(), f.index());
  }

  /** The runtime's id of one of our own reference fields in a class. */
  int ownField(String owner, String name, boolean isStatic) {
    return field(owner + "." + name, owner, name, "[J", isStatic, 0);
  }

  private int field(
      String key, String owner, String name, String descriptor, boolean isStatic, int detail) {
    Integer known = fields.get(key);
    if (known == null) {
      known = define(owner, name, descriptor, isStatic, detail);
      fields.put(key, known);
    }
    return known;
  }

  /** Counts something that an agent run left out. */
  void count(String name) {
    counts.add(name, 1);
  }

  private int define(String owner, String name, String descriptor, boolean isStatic, int detail) {
    String dotted = owner.replace('/', '.');
    return origin == Origin.JDK && loader == null
        ? jdk.define(dotted, name, descriptor, isStatic)
        : FieldTable.define(dotted, name, descriptor, isStatic, loader, detail);
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
    int site =
        keyed(
            sites.intern(
                node.name, m.name, m.desc, index(m, insn), line(insn), node.sourceFile, detail),
            insn.getOpcode());
    if (detail != null && detail.startsWith("[")) {
      ArrayNames names = arrays.get(m);
      if (names == null) {
        names = new ArrayNames(m, original(m));
        arrays.put(m, names);
      }
      String name = names.of(insn);
      if (name != null) {
        sites.nameArray(site, name);
      }
    }
    return site;
  }

  /** The dense site of a method as a whole: its entry. */
  int site(MethodNode m, @Nullable String detail) {
    AbstractInsnNode[] all = original(m);
    return keyed(
        sites.intern(
            node.name,
            m.name,
            m.desc,
            -1,
            all.length == 0 ? -1 : firstLine(all),
            node.sourceFile,
            detail),
        -1);
  }

  /** Whether the woven bytes hold in other processes: sites are numbered in each anew. */
  boolean isLasting() {
    return origin == Origin.JDK && loader == null && !hasSites;
  }

  /** The scheduler knows of a site its hash and what is accessed there. */
  private int keyed(int site, int opcode) {
    hasSites = true;
    Site s = sites.site(site);
    SiteKeys.put(site, s.hash(), variable(s.detail(), opcode));
    return site;
  }

  private static int variable(@Nullable String detail, int opcode) {
    if (detail == null) {
      return 0;
    }
    int call = detail.indexOf(' ');
    if (call >= 0) { // what makes a text has no owner
      int dot = detail.lastIndexOf('.', call);
      String owner = detail.substring(0, dot < 0 ? call : dot);
      return SiteKeys.variable(owner.hashCode(), true, false);
    }
    boolean reads =
        opcode == Opcodes.GETFIELD
            || opcode == Opcodes.GETSTATIC
            || (opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD);
    return SiteKeys.variable(detail.hashCode(), false, reads);
  }

  /** The index of one of the program's own instructions among the real ones, or -1. */
  int index(MethodNode m, AbstractInsnNode insn) {
    IdentityHashMap<AbstractInsnNode, Integer> index = indexes.get(m);
    if (index == null) {
      index = index(m);
      indexes.put(m, index);
    }
    return index.getOrDefault(insn, -1);
  }

  /** Notes that a site lies in a loop. */
  void markLoop(int site) {
    sites.markLoop(site);
  }

  /**
   * Notes that what belongs to an instruction, such as a hook that replaces its result, ends there.
   */
  void endsWith(AbstractInsnNode insn, AbstractInsnNode last) {
    ends.put(insn, last);
  }

  /** After which a later pass finds the instruction's result: itself, or the last hook of it. */
  AbstractInsnNode end(AbstractInsnNode insn) {
    return ends.getOrDefault(insn, insn);
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

  /** The source line of an instruction, or -1. */
  int line(AbstractInsnNode insn) {
    for (AbstractInsnNode i = insn; i != null; i = i.getPrevious()) {
      if (i instanceof LineNumberNode n) {
        return n.line;
      }
    }
    return -1;
  }
}
