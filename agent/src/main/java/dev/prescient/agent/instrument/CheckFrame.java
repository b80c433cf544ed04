package dev.prescient.agent.instrument;

import java.util.BitSet;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;
import org.objectweb.asm.tree.analysis.Interpreter;

/**
 * The state before an instruction: which objects the slots hold, which checks were made on every
 * way there since the last release, and whether a constructor's own object is known to nobody else.
 *
 * <p>Where ways meet, at labels, a slot that holds different objects gets a name of its own, once;
 * so the analysis ends, and a name of a former round of a loop is never taken for that of this
 * round: the last label before an instruction is on every way back to it, and the first way to that
 * label knows no name that is given there or after it.
 */
final class CheckFrame extends Frame<PathValue> {
  private final CheckFlow flow;

  /** Numbers of {@link CheckFlow}; replaced, never changed. */
  private BitSet made = new BitSet();

  private boolean fresh;
  private boolean joins = true;

  CheckFrame(CheckFlow flow, int locals, int stack) {
    super(locals, stack);
    this.flow = flow;
  }

  CheckFrame(CheckFlow flow, Frame<? extends PathValue> frame) {
    super(frame);
    this.flow = flow;
    copyChecks(frame);
  }

  /** Says that only one way leads here: the instruction is no label. */
  void straight() {
    joins = false;
  }

  boolean made(int check) {
    return made.get(check);
  }

  /** Whether the method is a constructor whose object nobody else knows yet. */
  boolean isFresh() {
    return fresh;
  }

  @Override
  public Frame<PathValue> init(Frame<? extends PathValue> frame) {
    super.init(frame);
    copyChecks(frame);
    return this;
  }

  private void copyChecks(Frame<? extends PathValue> frame) {
    if (frame instanceof CheckFrame other) {
      made = other.made;
      fresh = other.fresh;
    }
  }

  /** Called for the frame of an exception handler only: what threw may have released. */
  @Override
  public void clearStack() {
    super.clearStack();
    made = new BitSet();
    fresh = false;
  }

  @Override
  public void execute(AbstractInsnNode insn, Interpreter<PathValue> interpreter)
      throws AnalyzerException {
    int check = flow.check(insn, this);
    boolean leaks = fresh && flow.leaksThis(insn, this);
    super.execute(insn, interpreter);
    if (flow.releases(insn)) {
      made = new BitSet();
    } else if (check >= 0 && !made.get(check)) {
      BitSet more = (BitSet) made.clone();
      more.set(check);
      if (flow.isWrite(check)) {
        more.set(check - 1);
      }
      made = more;
    }
    fresh = (fresh && !leaks) || flow.makesFresh(insn);
  }

  @Override
  public boolean merge(Frame<? extends PathValue> frame, Interpreter<PathValue> interpreter)
      throws AnalyzerException {
    if (!(frame instanceof CheckFrame other) || other.getStackSize() != getStackSize()) {
      throw new AnalyzerException(null, "frames of different heights");
    }
    if (!joins) {
      return replace(other);
    }
    boolean changed = false;
    for (int i = 0; i < getLocals(); i++) {
      PathValue met = meet(i, getLocal(i), other.getLocal(i));
      changed |= !met.equals(getLocal(i));
      setLocal(i, met);
    }
    for (int i = 0; i < getStackSize(); i++) {
      PathValue met = meet(-1 - i, getStack(i), other.getStack(i));
      changed |= !met.equals(getStack(i));
      setStack(i, met);
    }
    BitSet both = (BitSet) made.clone();
    both.and(other.made);
    changed |= !both.equals(made) || (fresh && !other.fresh);
    made = both;
    fresh &= other.fresh;
    return changed;
  }

  /** The one way to this instruction has brought something else. */
  private boolean replace(CheckFrame other) {
    boolean changed = fresh != other.fresh || !made.equals(other.made);
    for (int i = 0; i < getLocals(); i++) {
      changed |= !getLocal(i).equals(other.getLocal(i));
    }
    for (int i = 0; i < getStackSize(); i++) {
      changed |= !getStack(i).equals(other.getStack(i));
    }
    init(other);
    return changed;
  }

  private PathValue meet(int slot, PathValue mine, PathValue theirs) {
    if (mine.equals(theirs) || mine.path() == null) {
      return mine;
    }
    PathValue met = PathValue.of(new PathValue.Met(this, slot));
    if (PathValue.THIS.equals(mine.path()) || PathValue.THIS.equals(theirs.path())) {
      fresh = false; // under a name that is not followed
    }
    return met.equals(mine) ? mine : met;
  }
}
