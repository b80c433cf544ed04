package dev.prescient.agent.instrument;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * Accesses of fields of one object that are checked together, where the last of them is made
 * (Rhodes, Flanagan, Freund, <em>BigFoot</em>, PLDI 2017): reads, writes, or a constructor's
 * stores, in code without jumps, calls and synchronisation, and so in one epoch. An exception that
 * leaves the code between them leaves those before it unchecked.
 */
final class CheckGroups implements Opcodes {
  /** Most accesses of a group: there is a hook for each number. */
  static final int MOST = 4;

  private record Kind(Object path, boolean writes, CheckFlow.Need need) {}

  private final CheckFlow flow;
  private final MethodNode m;
  private final Map<Kind, List<FieldInsnNode>> open = new LinkedHashMap<>();
  private final IdentityHashMap<AbstractInsnNode, List<FieldInsnNode>> groups =
      new IdentityHashMap<>();

  private CheckGroups(CheckFlow flow, MethodNode m) {
    this.flow = flow;
    this.m = m;
  }

  /**
   * The groups of a method.
   *
   * @param needs of its accesses; those that wait for a later one become {@link
   *     CheckFlow.Need#LATER}
   * @return by the last access of each: all of them, in order, two to {@link #MOST}
   */
  static Map<AbstractInsnNode, List<FieldInsnNode>> of(
      CheckFlow flow,
      MethodNode m,
      AbstractInsnNode[] code,
      Frame<PathValue>[] frames,
      Map<AbstractInsnNode, CheckFlow.Need> needs) {
    CheckGroups all = new CheckGroups(flow, m);
    Set<AbstractInsnNode> targets = all.targets();
    for (int i = 0; i < code.length; i++) {
      if (targets.contains(code[i]) || flow.mayOrder(code[i])) {
        all.close();
      } else if (frames[i] instanceof CheckFrame frame) {
        all.add(code[i], frame, needs.get(code[i]));
      }
    }
    all.close();
    for (List<FieldInsnNode> group : all.groups.values()) {
      for (FieldInsnNode access : group.subList(0, group.size() - 1)) {
        needs.put(access, CheckFlow.Need.LATER);
      }
    }
    return all.groups;
  }

  private void add(AbstractInsnNode insn, CheckFrame frame, CheckFlow.@Nullable Need need) {
    boolean writes = insn.getOpcode() == PUTFIELD;
    if (need == null
        || (need != CheckFlow.Need.CHECK && need != CheckFlow.Need.FRESH_STORE)
        || (!writes && insn.getOpcode() != GETFIELD)
        || flow.checked(insn) == null) {
      return;
    }
    Object path = CheckFlow.base(insn, frame);
    if (path != null) {
      Kind kind = new Kind(path, writes, need);
      List<FieldInsnNode> group = open.get(kind);
      if (group == null) {
        group = new ArrayList<>();
        open.put(kind, group);
      }
      group.add((FieldInsnNode) insn);
      if (group.size() == MOST) {
        close(group);
        open.remove(kind);
      }
    }
  }

  private void close() {
    for (List<FieldInsnNode> group : open.values()) {
      close(group);
    }
    open.clear();
  }

  private void close(List<FieldInsnNode> group) {
    if (group.size() > 1) {
      groups.put(group.get(group.size() - 1), group);
    }
  }

  /** The labels to which other ways lead than from the instruction before. */
  private Set<AbstractInsnNode> targets() {
    Set<LabelNode> targets = new HashSet<>();
    for (AbstractInsnNode insn : m.instructions) {
      if (insn instanceof JumpInsnNode jump) {
        targets.add(jump.label);
      } else if (insn instanceof LookupSwitchInsnNode choice) {
        targets.addAll(choice.labels);
        targets.add(choice.dflt);
      } else if (insn instanceof TableSwitchInsnNode choice) {
        targets.addAll(choice.labels);
        targets.add(choice.dflt);
      }
    }
    for (TryCatchBlockNode block : m.tryCatchBlocks) {
      targets.add(block.handler);
    }
    return Set.copyOf(targets);
  }
}
