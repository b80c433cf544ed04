package dev.prescient.agent.instrument;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * The accesses of a counted loop that are checked as ranges where the loop ends (Rhodes, Flanagan,
 * Freund, <em>BigFoot</em>, PLDI 2017): those that every iteration makes, of an array in a local
 * that the loop does not change, at an index that moves with the counted local. At a way out the
 * counted local tells which iterations were complete, and its place which accesses the last one
 * made. An exception leaves the accesses of the iteration that it ends unchecked.
 */
final class LoopChecks implements Opcodes {
  private static final int MAX_STEP = 8;
  private static final int MAX_EXITS = 4;
  private static final int MAX_GROUPS = 12;

  /** Locals of a loop: where the counted local began, and the epoch then. */
  static final int LOCALS = 3;

  private final MethodCode code;
  private final CountedLoop loop;
  private final int counted;
  private final int step;
  private final List<ArrayGroup> groups;
  private final int[] ranges;
  private final int local;

  private LoopChecks(
      MethodCode code, CountedLoop loop, int counted, List<ArrayGroup> groups, int local) {
    this.code = code;
    this.loop = loop;
    this.counted = counted;
    this.step = loop.step(counted);
    this.groups = groups;
    this.ranges = new int[groups.size()];
    this.local = local;
  }

  /**
   * Plans the checks of a loop; null if there are none. Accesses that are covered are added to
   * {@code covered}.
   *
   * @param local the first of {@link #LOCALS} fresh locals
   */
  static @Nullable LoopChecks plan(
      MethodCode code,
      CountedLoop loop,
      List<ArrayAccess> accesses,
      int local,
      ArrayGroup.Lines lines,
      Set<AbstractInsnNode> covered) {
    if (loop.exits.size() > MAX_EXITS || !placesFit(loop) || !handlersAgree(loop)) {
      return null;
    }
    int counted = -1;
    Map<ArrayGroup.Key, TreeMap<Integer, ArrayAccess>> byKey = new HashMap<>();
    List<ArrayAccess> duplicates = new ArrayList<>();
    for (ArrayAccess access : accesses) {
      if (access.at() < loop.head
          || access.at() > loop.end
          || !access.mayWait()
          || loop.conditional.get(access.at())
          || !loop.keeps(access.arrayLocal())) {
        continue;
      }
      int first = IndexValue.local(access.index().source);
      int second = IndexValue.local(access.index().plus);
      boolean isFirst =
          loop.counts(first) && (second == -1 ? access.index().plus == null : loop.keeps(second));
      boolean isSecond = loop.counts(second) && loop.keeps(first);
      if (!isFirst && !isSecond) {
        continue;
      }
      int base = isFirst ? first : second;
      if ((counted != -1 && counted != base) || Math.abs(loop.step(base)) > MAX_STEP) {
        continue;
      }
      AbstractInsnNode load = isFirst ? access.index().source : access.index().plus;
      if (load == null || code.at(load) < loop.head || code.at(load) > loop.end) {
        continue;
      }
      counted = base;
      int offset = access.index().constant + loop.addedBefore(base, code.at(load));
      ArrayGroup.Key key =
          new ArrayGroup.Key(
              access.arrayLocal(),
              base,
              isFirst ? second : first,
              access.writes(),
              loop.exitsBefore(access.at()));
      ArrayAccess known =
          byKey.computeIfAbsent(key, k -> new TreeMap<>()).putIfAbsent(offset, access);
      if (known != null) {
        duplicates.add(access);
      }
    }
    if (counted == -1) {
      return null;
    }
    List<ArrayGroup> groups = new ArrayList<>();
    Set<AbstractInsnNode> planned = new HashSet<>();
    duplicates.forEach(access -> planned.add(access.insn()));
    byKey.forEach(
        (key, members) -> {
          members.values().forEach(access -> planned.add(access.insn()));
          if (!key.writes()) { // a write of the same element says it all
            var writes =
                byKey.get(
                    new ArrayGroup.Key(key.arrayLocal(), key.base(), key.plus(), true, key.part()));
            if (writes != null) {
              members.keySet().removeAll(writes.keySet());
            }
          }
          if (!members.isEmpty()) {
            groups.addAll(ArrayGroup.split(key, members, loop.step(key.base()), lines));
          }
        });
    if (groups.size() > MAX_GROUPS) {
      return null;
    }
    covered.addAll(planned);
    return new LoopChecks(code, loop, counted, groups, local);
  }

  /** There is a place for code that no instruction before it falls into. */
  private static boolean placesFit(CountedLoop loop) {
    return loop.code.insns[loop.end].getOpcode() == GOTO || loop.outerHandlers().isEmpty();
  }

  /** What an exception may find in a local must be told by the handlers around the loop. */
  private static boolean handlersAgree(CountedLoop loop) {
    List<List<Object>> frames = new ArrayList<>();
    for (LabelNode handler : loop.outerHandlers()) {
      FrameNode f = loop.code.frameAt(loop.code.at(handler));
      if (f == null) {
        return false;
      }
      frames.add(CountedLoop.slots(f));
    }
    for (int slot = loop.changed.nextSetBit(0);
        slot >= 0;
        slot = loop.changed.nextSetBit(slot + 1)) {
      Set<Object> types = new HashSet<>();
      for (List<Object> f : frames) {
        Object type = slot < f.size() ? f.get(slot) : TOP;
        if (type != TOP) {
          types.add(type);
        }
      }
      if (types.size() > 1) {
        return false;
      }
    }
    return true;
  }

  /** Weaves the checks. */
  void weave(ArrayGroup.Sites sites, ArrayGroup.Lines lines) {
    for (int k = 0; k < ranges.length; k++) {
      ranges[k] = groups.get(k).define(step, sites, lines);
    }
    InsnList insns = code.method.instructions;
    LabelNode again = new LabelNode();
    JumpInsnNode back = (JumpInsnNode) code.insns[loop.end];
    appendToFrames();
    insns.insertBefore(
        code.realAt(loop.head),
        SyncPass.list(
            new VarInsnNode(ILOAD, counted),
            new VarInsnNode(ISTORE, local),
            hook("enterLoop", "()J"),
            new VarInsnNode(LSTORE, local + 1),
            again,
            frame(slots(null), new Object[0])));
    back.label = again;
    InsnList aside = new InsnList();
    for (CountedLoop.Exit exit : loop.exits) {
      AbstractInsnNode insn = exit.insn();
      if (insn == null) {
        insns.insert(back, checks(loop.addedBefore(counted, exit.at()), exit.at()));
      } else if (insn instanceof JumpInsnNode jump) {
        LabelNode out = new LabelNode();
        aside.add(out);
        aside.add(frame(slots(code.frameAt(code.at(jump.label))), new Object[0]));
        aside.add(checks(loop.addedBefore(counted, exit.at()), exit.at()));
        aside.add(new JumpInsnNode(GOTO, jump.label));
        jump.label = out;
      } else {
        insns.insertBefore(insn, checks(loop.addedBefore(counted, exit.at()), exit.at()));
      }
    }
    handlers(again, aside);
    if (back.getOpcode() == GOTO) {
      insns.insert(back, aside);
    } else {
      insns.add(aside);
    }
  }

  /**
   * Exceptions: complete iterations only. A handler for each stretch between increments, since the
   * counted local tells the iteration only together with the place.
   */
  private void handlers(LabelNode again, InsnList aside) {
    FrameNode outer = null;
    for (LabelNode label : loop.outerHandlers()) {
      outer = code.frameAt(code.at(label));
    }
    LabelNode start = again;
    List<Integer> stops = loop.increments(counted);
    stops.add(loop.end);
    List<TryCatchBlockNode> blocks = new ArrayList<>();
    int from = loop.head;
    for (int stop : stops) {
      LabelNode end = new LabelNode();
      code.method.instructions.insertBefore(code.insns[stop], end);
      if (loop.mayThrow(from, stop)) {
        LabelNode handler = new LabelNode();
        aside.add(handler);
        aside.add(frame(slots(outer), new Object[] {"java/lang/Throwable"})); // [e]
        aside.add(checks(loop.addedBefore(counted, stop), loop.head));
        aside.add(new InsnNode(ATHROW));
        blocks.add(new TryCatchBlockNode(start, end, handler, null));
      }
      start = end;
      from = stop;
    }
    code.method.tryCatchBlocks.addAll(0, blocks);
  }

  /** Tells the frames inside the loop of its locals. */
  private void appendToFrames() {
    for (int k = loop.head + 1; k < loop.end; k++) {
      if (code.insns[k] instanceof FrameNode f && f != loop.frame) {
        List<Object> slots = CountedLoop.slots(f);
        f.local = compact(own(slots));
      }
    }
  }

  private List<Object> own(List<Object> slots) {
    List<Object> all = new ArrayList<>(slots);
    while (all.size() < local) {
      all.add(TOP);
    }
    all.add(INTEGER);
    all.add(LONG);
    all.add(TOP);
    return all;
  }

  /**
   * Locals outside the loop: those that it keeps, and of those that it changes what another frame
   * tells of them.
   */
  private List<Object> slots(@Nullable FrameNode other) {
    List<Object> slots = CountedLoop.slots(loop.frame);
    if (other == null) {
      return own(slots);
    }
    List<Object> there = CountedLoop.slots(other);
    for (int i = 0; i < Math.max(slots.size(), there.size()); i++) {
      if (i == slots.size()) {
        slots.add(TOP);
      }
      if (loop.changed.get(i)) {
        slots.set(i, i < there.size() ? there.get(i) : TOP);
      }
    }
    return own(slots);
  }

  private static List<Object> compact(List<Object> slots) {
    List<Object> locals = new ArrayList<>();
    for (int i = 0; i < slots.size(); i++) {
      Object type = slots.get(i);
      locals.add(type);
      if (type == LONG || type == DOUBLE) {
        i++;
      }
    }
    return locals;
  }

  private static FrameNode frame(List<Object> slots, Object[] stack) {
    Object[] locals = compact(slots).toArray();
    return new FrameNode(F_NEW, locals.length, locals, stack.length, stack);
  }

  /**
   * The checks at a way out.
   *
   * @param added what the present iteration has added to the counted local
   * @param at the iteration made the accesses before this place
   */
  private InsnList checks(int added, int at) {
    InsnList list = new InsnList();
    for (int k = 0; k < ranges.length; k++) {
      ArrayGroup g = groups.get(k);
      boolean made = g.members().firstEntry().getValue().at() < at; // in the last iteration, too
      list.add(new VarInsnNode(ALOAD, g.arrayLocal()));
      base(list, local, 0, g.plus());
      base(list, counted, made ? -added : -added - step, g.plus());
      list.add(new LdcInsnNode(ranges[k]));
      list.add(new VarInsnNode(LLOAD, local + 1)); // [.., array, first, last, range, epoch]
      list.add(hook("leaveLoop", "(Ljava/lang/Object;IIIJ)V"));
    }
    return list;
  }

  /** Pushes a local, and what is added to it. */
  static void base(InsnList list, int local, int constant, int plus) {
    list.add(new VarInsnNode(ILOAD, local));
    if (constant != 0) {
      list.add(new LdcInsnNode(constant));
      list.add(new InsnNode(IADD));
    }
    if (plus != -1) {
      list.add(new VarInsnNode(ILOAD, plus));
      list.add(new InsnNode(IADD));
    }
  }

  private static MethodInsnNode hook(String name, String descriptor) {
    return new MethodInsnNode(INVOKESTATIC, ArrayChecks.ARRAYS, name, descriptor, false);
  }
}
