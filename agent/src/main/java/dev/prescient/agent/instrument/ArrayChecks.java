package dev.prescient.agent.instrument;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Frame;

/**
 * FastTrack's checks at one method's accesses of array elements: as ranges where a loop ends
 * ({@link LoopChecks}) or after the last of several accesses in a row ({@link BlockChecks}), else
 * one by one. Copies by {@code System.arraycopy} and {@code clone} stay native, with checks beside
 * them.
 *
 * <p>It is made before any pass touches the method, and plans then; it weaves later.
 */
final class ArrayChecks implements Opcodes {
  static final String ARRAYS = "dev/prescient/runtime/race/FastTrackArrays";

  /** Longer methods have their elements checked one by one. */
  private static final int MAX_ANALYSED = 10_000;

  private final WovenClass c;
  private final MethodNode m;
  private final MethodCode code;
  private final StateLocal state;
  private final Set<AbstractInsnNode> covered = new HashSet<>();
  private final List<LoopChecks> loops = new ArrayList<>();
  private @Nullable BlockChecks blocks;
  private boolean changed;

  /**
   * Plans.
   *
   * @param state the running thread's state, for checks of single elements
   * @param ranges whether accesses may be checked together
   */
  ArrayChecks(WovenClass c, MethodNode m, StateLocal state, boolean ranges) {
    this.c = c;
    this.m = m;
    this.state = state;
    this.code = new MethodCode(c, m);
    this.covered.addAll(CoverageProbes.find(c, m));
    if (ranges && code.insns.length <= MAX_ANALYSED) {
      plan();
    }
  }

  private void plan() {
    int count = 0;
    for (AbstractInsnNode insn : code.insns) {
      count += ArrayTypes.isAccess(insn) ? 1 : 0;
    }
    if (count == 0) {
      return;
    }
    IdentityHashMap<AbstractInsnNode, ArrayAccess> accesses = accesses();
    List<ArrayAccess> ordered = new ArrayList<>();
    for (int k = 0; k < code.insns.length; k++) {
      ArrayAccess access = accesses.get(code.insns[k]);
      if (access != null) {
        ordered.add(access);
      }
    }
    int local = m.maxLocals;
    for (int k = 0; k < code.insns.length; k++) {
      CountedLoop loop = CountedLoop.find(code, k);
      LoopChecks checks =
          loop == null ? null : LoopChecks.plan(code, loop, ordered, local, this::line, covered);
      if (checks != null) {
        loops.add(checks);
        m.maxLocals = local + LoopChecks.LOCALS;
      }
    }
    blocks = BlockChecks.plan(code, accesses, covered);
  }

  private IdentityHashMap<AbstractInsnNode, ArrayAccess> accesses() {
    IdentityHashMap<AbstractInsnNode, ArrayAccess> accesses = new IdentityHashMap<>();
    Frame<BasicValue>[] frames;
    try {
      frames = new Analyzer<>(new IndexInterpreter()).analyze(c.node.name, m);
    } catch (AnalyzerException e) { // code that the verifier will not like either
      return accesses;
    }
    for (int k = 0; k < code.insns.length; k++) {
      ArrayAccess access = ArrayAccess.of(code.insns[k], k, frames[k]);
      if (access != null && !covered.contains(code.insns[k])) {
        accesses.put(code.insns[k], access);
      }
    }
    return accesses;
  }

  private int line(AbstractInsnNode insn) {
    return c.line(insn);
  }

  private int site(ArrayAccess access) {
    return site(access.insn());
  }

  private int site(AbstractInsnNode access) {
    int opcode = access.getOpcode();
    int kind = opcode >= IASTORE ? opcode - IASTORE : opcode - IALOAD;
    return c.site(m, access, "[" + "IJFDLBCS".charAt(kind));
  }

  /** Weaves what was planned. */
  boolean weave() {
    for (AbstractInsnNode insn : code.insns) {
      if (ArrayTypes.isAccess(insn)) {
        changed = true;
        if (!covered.contains(insn)) {
          element(insn);
        }
      } else if (insn instanceof MethodInsnNode call) {
        call(call);
      }
    }
    if (blocks != null) {
      blocks.weave(code, this::site, this::line);
    }
    for (LoopChecks loop : loops) {
      loop.weave(this::site, this::line);
    }
    return changed;
  }

  private void element(AbstractInsnNode insn) {
    InsnList before = new InsnList();
    boolean writes = insn.getOpcode() >= IASTORE;
    if (!writes) {
      before.add(new InsnNode(DUP2)); // [.., a, i, a, i]
    } else if (insn.getOpcode() == LASTORE || insn.getOpcode() == DASTORE) {
      before.add(new InsnNode(DUP2_X2));
      before.add(new InsnNode(POP2)); // [.., v2, a, i]
      before.add(new InsnNode(DUP2_X2)); // [.., a, i, v2, a, i]
    } else {
      before.add(new InsnNode(DUP_X2));
      before.add(new InsnNode(POP)); // [.., v, a, i]
      before.add(new InsnNode(DUP2_X1)); // [.., a, i, v, a, i]
    }
    before.add(state.load());
    before.add(new LdcInsnNode(site(insn)));
    String descriptor = "(Ljava/lang/Object;I" + FastTrackPass.STATE + "I)V";
    before.add(hook(writes ? "writeElement" : "readElement", descriptor));
    m.instructions.insertBefore(insn, before);
  }

  private void call(MethodInsnNode insn) {
    if (insn.owner.equals("java/lang/System") && insn.name.equals("arraycopy")) {
      copy(insn);
    } else if (insn.owner.equals("java/util/Arrays")) {
      changed |= ArraysCall.weave(c, m, insn);
    } else if (insn.name.equals("clone") && insn.owner.startsWith("[")) {
      m.instructions.insertBefore(
          insn,
          SyncPass.list(
              new InsnNode(DUP),
              new LdcInsnNode(c.site(m, insn, insn.owner)),
              hook("readAll", "(Ljava/lang/Object;I)V")));
      changed = true;
    } else {
      changed |= ArrayArgument.weave(c, m, insn);
    }
  }

  /** [.., from, start, to, at, n] */
  private void copy(MethodInsnNode insn) {
    int[] opcodes = {ASTORE, ISTORE, ASTORE, ISTORE, ISTORE};
    int first = m.maxLocals;
    m.maxLocals += opcodes.length;
    InsnList before = new InsnList();
    for (int i = opcodes.length - 1; i >= 0; i--) {
      before.add(new VarInsnNode(opcodes[i], first + i));
    }
    for (int pass = 0; pass < 2; pass++) {
      for (int i = 0; i < opcodes.length; i++) {
        before.add(new VarInsnNode(opcodes[i] == ASTORE ? ALOAD : ILOAD, first + i));
      }
      if (pass == 0) {
        before.add(new LdcInsnNode(c.site(m, insn, "[")));
        before.add(hook("copy", "(Ljava/lang/Object;ILjava/lang/Object;III)V"));
      }
    }
    m.instructions.insertBefore(insn, before);
    changed = true;
  }

  private static MethodInsnNode hook(String name, String descriptor) {
    return new MethodInsnNode(INVOKESTATIC, ARRAYS, name, descriptor, false);
  }
}
