package dev.prescient.runtime.race;

import dev.prescient.runtime.Deferred;
import dev.prescient.runtime.Stacks;
import dev.prescient.runtime.ThreadState;
import java.util.Arrays;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * A thread's footprints of the arrays that it used lately.
 *
 * <p>State: of the owning thread only.
 */
final class ThreadArrays extends Deferred {
  /** Footprints to begin with, and at most if many arrays are used in turn; powers of two. */
  private static final int FEW = 64;

  private static final int MANY = 4096;

  /** By the low bits of the array's identity hash. */
  Footprint[] slots = none(FEW);

  private final ThreadState t;
  final Access access;
  private Footprint[] listed = new Footprint[FEW];
  private int displaced;

  private static Footprint[] none(int length) {
    Footprint[] slots = new Footprint[length];
    Arrays.fill(slots, Footprint.NONE);
    return slots;
  }

  /** The footprint in the slot of an array: its own, or another's. */
  @ForceInline
  Footprint inSlot(@Nullable Object array) {
    Footprint[] all = slots;
    return all[System.identityHashCode(array) & (all.length - 1)];
  }

  private ThreadArrays(ThreadState t) {
    this.t = t;
    this.access = new Access(t);
  }

  static ThreadArrays of(ThreadState t) {
    if (t.arrays instanceof ThreadArrays known) {
      return known;
    }
    ThreadArrays made = new ThreadArrays(t);
    t.arrays = made;
    return made;
  }

  /** The footprint of an array. */
  Footprint footprint(Object array) {
    Footprint f = inSlot(array);
    return f.shadow.refersTo(array) ? f : take(array, f);
  }

  /** Lets a slot's footprint be that of another array. */
  @DontInline
  private Footprint take(Object array, Footprint former) {
    Footprint f = former;
    ArrayShadow shadow = ArrayShadow.Table.of(array);
    if (f != Footprint.NONE && ++displaced > 4 * slots.length && slots.length < MANY) {
      grow();
      f = inSlot(array);
    }
    if (f == Footprint.NONE) {
      f = new Footprint(shadow);
      slots[System.identityHashCode(array) & (slots.length - 1)] = f;
      return f;
    }
    commit(f);
    if (f.listed) {
      f.shadow.recorded();
      shadow.waits();
    }
    f.move(shadow);
    return f;
  }

  @DontInline
  private void grow() {
    Footprint[] more = none(slots.length * 2);
    for (Footprint f : slots) {
      Object array = f.shadow.get();
      if (f != Footprint.NONE && array != null) {
        more[System.identityHashCode(array) & (more.length - 1)] = f;
      } else if (f != Footprint.NONE) {
        commit(f);
      }
    }
    slots = more;
    displaced = 0;
  }

  /**
   * Whether elements {@code from} to {@code to}, exclusively, were accessed in this epoch already,
   * or continue a run of it.
   */
  boolean continues(Footprint f, int from, int to, boolean writes, int site, long e) {
    if (f.writes.covers(from, to, e)) {
      return true;
    }
    Run run = writes ? f.writes : f.reads;
    if (!writes && run.covers(from, to, e)) {
      return true;
    }
    if (f.shadow.fine() != null
        || t.busy > 0
        || !f.shadow.mayWait(writes)
        || !run.extend(from, to, site, e)) {
      return false;
    }
    list(f);
    return true;
  }

  private void list(Footprint f) {
    if (!f.listed) {
      f.listed = true;
      f.shadow.waits();
      if (pending == listed.length) {
        listed = Arrays.copyOf(listed, pending * 2);
      }
      listed[pending++] = f;
    }
  }

  /** Whether an element of a fine array was read in this epoch already, or may be read now. */
  @DontInline
  boolean readsFine(Footprint f, FineStates fine, int i, int site) {
    long e = t.epoch;
    Scatter scatter = f.scatter;
    boolean later = f.shadow.mayWait(false);
    if (later && scatter.add(i, site, e)) {
      return true;
    }
    if (scatter.covers(i, e)) {
      return true;
    }
    if (t.busy > 0 || i < 0 || i >= fine.length()) {
      return false;
    }
    long[] plane = f.words(fine, t);
    if (plane == null || !fine.reads(plane, i, site, t)) {
      return false;
    }
    if (later && !scatter.isPending() && scatter.pays(f.shadow)) {
      scatter.begin(f.shadow, site, e);
      list(f);
    }
    return true;
  }

  /**
   * Whether an element of a fine array was written in this epoch already, or may be written now.
   */
  @DontInline
  boolean writesFine(FineStates fine, int i, int site) {
    return t.busy == 0 && i >= 0 && i < fine.length() && fine.writes(i, access, site, t);
  }

  /** Elements {@code from} to {@code to}, exclusively, are accessed and recorded at once. */
  @DontInline
  void access(Footprint f, int from, int to, boolean writes, int site) {
    long e = t.use();
    Run run = writes ? f.writes : f.reads;
    if (run.isPending()) {
      run.commit(f.shadow, writes, access);
    }
    Stacks.note(f.shadow.get(), from, ArrayRange.site(site, from), t);
    record(f.shadow, from, to, 1, writes, site, e);
    run.begin(from, to, site, e);
  }

  /**
   * Elements were accessed in an epoch and are recorded at once.
   *
   * @param e the thread's present epoch, or an earlier one
   */
  @DontInline
  void record(ArrayShadow shadow, int from, int to, int stride, boolean writes, int site, long e) {
    access.begin(shadow, writes, site, e);
    shadow.access(from, to, stride, access);
  }

  @Override
  @DontInline
  protected void commit() {
    t.busy++;
    try {
      while (pending > 0) {
        Footprint f = listed[--pending];
        f.listed = false;
        commit(f);
        f.shadow.recorded();
      }
    } catch (Throwable e) { // a hook never throws
      FastTrack.fail(e);
    } finally {
      t.busy--;
    }
  }

  @DontInline
  private void commit(Footprint f) {
    f.reads.commit(f.shadow, false, access);
    f.writes.commit(f.shadow, true, access);
    if (f.scatter.isPending()) {
      f.scatter.commit(f.shadow, access);
    }
  }
}
