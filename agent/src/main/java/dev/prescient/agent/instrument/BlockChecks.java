package dev.prescient.agent.instrument;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.IincInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Accesses in a row with nothing between them that could fail or leave: consecutive elements of an
 * array are checked as one range after the last of them, an element that is read and then written
 * is checked when it is written.
 */
final class BlockChecks implements Opcodes {
  /** The same value wherever it is equal: a local's contents, or an instruction's result. */
  private record Identity(int local, int version, @Nullable AbstractInsnNode source) {}

  private record Key(Identity array, Identity base, Identity plus, boolean writes) {}

  private record Planned(AbstractInsnNode last, ArrayGroup group, int base) {}

  private final IdentityHashMap<AbstractInsnNode, ArrayAccess> accesses;
  private final Set<AbstractInsnNode> covered;
  private final List<Planned> planned = new ArrayList<>();
  private final Map<Integer, Integer> versions = new HashMap<>();
  private final IdentityHashMap<AbstractInsnNode, Integer> loads = new IdentityHashMap<>();
  private @Nullable Key open;
  private TreeMap<Integer, ArrayAccess> members = new TreeMap<>();
  private @Nullable AbstractInsnNode last;

  private BlockChecks(
      IdentityHashMap<AbstractInsnNode, ArrayAccess> accesses, Set<AbstractInsnNode> covered) {
    this.accesses = accesses;
    this.covered = covered;
  }

  /** Plans a method's checks; accesses that are covered are added to {@code covered}. */
  static BlockChecks plan(
      MethodCode code,
      IdentityHashMap<AbstractInsnNode, ArrayAccess> accesses,
      Set<AbstractInsnNode> covered) {
    BlockChecks checks = new BlockChecks(accesses, new HashSet<>(covered));
    Set<LabelNode> joints = code.joints();
    for (AbstractInsnNode insn : code.insns) {
      if (insn instanceof LabelNode label && joints.contains(label)) {
        checks.close();
      }
      checks.visit(insn);
    }
    checks.close();
    covered.addAll(checks.covered);
    return checks;
  }

  private void visit(AbstractInsnNode insn) {
    int opcode = insn.getOpcode();
    if (opcode == ILOAD || opcode == ALOAD) {
      loads.put(insn, version(((VarInsnNode) insn).var));
    } else if (insn instanceof VarInsnNode v) {
      stored(v.var);
    } else if (insn instanceof IincInsnNode inc) {
      stored(inc.var);
    } else if (ArrayTypes.isAccess(insn)) {
      access(insn);
    } else if (MethodCode.mayThrow(insn) || !MethodCode.targets(insn).isEmpty()) {
      close();
    }
  }

  private int version(int local) {
    return versions.getOrDefault(local, 0);
  }

  private void stored(int local) {
    if (open != null
        && (open.array.local == local || open.base.local == local || open.plus.local == local)) {
      close();
    }
    versions.merge(local, 1, Integer::sum);
  }

  private void access(AbstractInsnNode insn) {
    ArrayAccess access = accesses.get(insn);
    if (access == null || !access.mayWait() || covered.contains(insn)) {
      close();
      return;
    }
    Key key =
        new Key(
            identity(access.array().source),
            identity(access.index().source),
            identity(access.index().plus),
            access.writes());
    int offset = access.index().constant;
    if (open != null && access.writes() && !open.writes) {
      Key read = new Key(key.array, key.base, key.plus, false);
      ArrayAccess before = members.get(offset);
      if (open.equals(read) && before != null && before.insn() == last) {
        covered.add(before.insn()); // read, then written
      }
    }
    if (!key.equals(open)) {
      close();
      open = key;
    }
    if (members.putIfAbsent(offset, access) != null) {
      covered.add(insn); // the same element again
    }
    last = insn;
  }

  private Identity identity(@Nullable AbstractInsnNode source) {
    int local = IndexValue.local(source);
    if (source == null || local < 0) {
      return new Identity(-1, 0, source);
    }
    return new Identity(local, loads.getOrDefault(source, -1), null);
  }

  /** Something comes between: what is open is one range, or single elements. */
  private void close() {
    Key key = open;
    AbstractInsnNode end = last;
    if (key != null
        && end != null
        && isPresent(key.array)
        && isPresent(key.base)
        && (isPresent(key.plus) || (key.plus.source == null && key.plus.local < 0))
        && ArrayGroup.isConsecutive(members, 0)
        && members.values().stream().noneMatch(a -> covered.contains(a.insn()))) {
      members.values().forEach(a -> covered.add(a.insn()));
      ArrayGroup group = new ArrayGroup(key.array.local, key.plus.local, key.writes, members);
      planned.add(new Planned(end, group, key.base.local));
    }
    open = null;
    last = null;
    members = new TreeMap<>();
  }

  /** Whether a value is still in its local. */
  private boolean isPresent(Identity i) {
    return i.local >= 0 && version(i.local) == i.version;
  }

  /** Weaves the ranges. */
  void weave(MethodCode code, ArrayGroup.Sites sites, ArrayGroup.Lines lines) {
    for (Planned p : planned) {
      InsnList list = new InsnList();
      list.add(new VarInsnNode(ALOAD, p.group.arrayLocal()));
      LoopChecks.base(list, p.base, 0, p.group.plus());
      list.add(new LdcInsnNode(p.group.define(0, sites, lines))); // [.., array, base, range]
      list.add(
          new MethodInsnNode(
              INVOKESTATIC, ArrayChecks.ARRAYS, "range", "(Ljava/lang/Object;II)V", false));
      code.method.instructions.insert(p.last, list);
    }
  }
}
