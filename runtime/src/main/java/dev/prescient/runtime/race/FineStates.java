package dev.prescient.runtime.race;

import dev.prescient.runtime.Epoch;
import dev.prescient.runtime.Internals;
import dev.prescient.runtime.SharedReads;
import dev.prescient.runtime.Stacks;
import dev.prescient.runtime.ThreadState;
import java.util.Arrays;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * The elements of an array that is accessed here and there: a {@link VarState} for each, and a
 * <em>plane</em> for each of the first threads that read it, with a {@link SharedReads#word} of the
 * thread's last read of each element. A read then makes no new state, and threads that only read do
 * not take memory from each other. The reads of threads without a plane are in the states.
 *
 * <p>State: elements of {@code states} change by compare-and-set and are {@link VarState#MOVED}
 * once the array has become coarse. A plane is written by its thread alone, which stores a word
 * before it looks at the state again; a writer looks at the words after it changed the state: of
 * two that race, one sees the other. {@code planes} is replaced by compare-and-set and grows until
 * the array is coarse or dead; a writer that finds it freed looks at the planes it saw before.
 */
final class FineStates {
  /** A write looks at the words of all planes. */
  private static final int MAX_PLANES = 8;

  private static final Unsafe U = Internals.U;
  private static final long PLANES = Internals.offset(FineStates.class, "planes");
  private static final Plane[] NO_PLANES = {};

  /** Instead of planes that may not be made any more. */
  private static final Plane[] FREED = {};

  private static final long[] NO_WORDS = {};

  /**
   * The words of one thread id.
   *
   * <p>State: {@code isUsed} goes to false before the array has other states.
   */
  static final class Plane {
    final int tid;
    long[] words;
    boolean isUsed = true;

    Plane(int tid, int length) {
      this.tid = tid;
      this.words = new long[length];
    }
  }

  /** Heap that planes take; each may take a little. */
  private static final class Heap {
    static final Heap ALL = new Heap();
    private static final long LEFT = Internals.offset(Heap.class, "left");

    /** Words of planes that may still be made. */
    @SuppressWarnings("unused") // changed through its offset
    private volatile long left = Runtime.getRuntime().maxMemory() / 8 / Long.BYTES;

    boolean take(int words) {
      if (U.getAndAddLong(this, LEFT, -words) >= words) {
        return true;
      }
      giveBack(words);
      return false;
    }

    void giveBack(int words) {
      U.getAndAddLong(this, LEFT, words);
    }
  }

  private final @Nullable VarState[] states;
  private volatile Plane[] planes;

  /**
   * States of elements that nobody accessed.
   *
   * @param withPlanes whether threads may have planes
   */
  FineStates(int length, boolean withPlanes) {
    states = new VarState[length];
    planes = withPlanes ? NO_PLANES : FREED;
  }

  int length() {
    return states.length;
  }

  /** Sets a state while no other thread knows this object. */
  void set(int i, VarState s) {
    states[i] = s;
  }

  /** The plane of a thread; null if it has none. */
  @Nullable Plane plane(ThreadState t) {
    for (Plane p : planes) {
      if (p.tid == t.tid) {
        return p;
      }
    }
    return null;
  }

  /** As {@link #plane}, new if there may be another. */
  @DontInline
  private @Nullable Plane planeToWrite(ThreadState t) {
    while (true) {
      Plane[] known = planes;
      Plane p = plane(t);
      if (p != null || known == FREED || known.length == MAX_PLANES || !Heap.ALL.take(length())) {
        return p;
      }
      Plane[] more = Arrays.copyOf(known, known.length + 1);
      Plane made = new Plane(t.tid, length());
      more[known.length] = made;
      if (U.compareAndSetReference(this, PLANES, known, more)) {
        ArrayShadow.Table.made(length());
        return made;
      }
      Heap.ALL.giveBack(length());
    }
  }

  /** Lets go of the planes: the array has become coarse. */
  void retire() {
    for (Plane p : (Plane[]) U.getAndSetReference(this, PLANES, FREED)) {
      p.isUsed = false;
      Heap.ALL.giveBack(p.words.length);
    }
  }

  /** Lets go of the planes and their words: the array is dead. */
  void free() {
    Plane[] all = planes;
    retire();
    for (Plane p : all) {
      p.words = NO_WORDS; // footprints of threads that do nothing may keep the plane
    }
  }

  /**
   * Whether an element has been read in the present epoch, or is read now without a race.
   *
   * @param plane the words of thread {@code t}
   * @param i 0..length-1
   */
  boolean reads(long[] plane, int i, int site, ThreadState t) {
    long clock = Epoch.clock(t.epoch);
    long before = plane[i];
    if (SharedReads.clock(before) == clock) { // [FT READ SAME EPOCH]
      return true;
    }
    VarState s = states[i];
    if (s == VarState.MOVED || (s != null && !t.knows(s.write)) || Stacks.isDue(site, t)) {
      return false;
    }
    t.use();
    plane[i] = SharedReads.word(clock, site); // [FT READ SHARED]
    U.fullFence();
    if (states[i] == s) {
      return true;
    }
    plane[i] = before;
    return false;
  }

  /**
   * Whether an element has been written in the present epoch, or is written now without a race.
   *
   * @param i 0..length-1
   */
  boolean writes(int i, Access access, int site, ThreadState t) {
    VarState before = states[i];
    VarState s = before == null ? VarState.VIRGIN : before;
    if (s.write == t.epoch) { // [FT WRITE SAME EPOCH]
      return true;
    }
    if (s == VarState.MOVED
        || !t.knows(s.write)
        || s.unorderedRead(t) != 0
        || Stacks.isDue(site, t)) {
      return false;
    }
    VarState next = access.written(t.use(), site); // [FT WRITE EXCLUSIVE], [FT WRITE SHARED]
    Plane[] known = planes;
    if (!replace(i, before, next)) {
      return false;
    }
    if (unorderedWord(known, i, t) == null) {
      return true;
    }
    replace(i, next, before);
    return false;
  }

  /**
   * The plane with a read of an element that the present does not know, or null.
   *
   * @param known the planes before the element's state was changed: they count if the array has
   *     become coarse since
   */
  private @Nullable Plane unorderedWord(Plane[] known, int i, ThreadState t) {
    Plane[] all = planes;
    for (Plane p : all == FREED ? known : all) {
      long word = p.tid == t.tid ? 0 : p.words[i];
      if (word != 0 && !t.knows(Epoch.of(p.tid, SharedReads.clock(word)))) {
        return p;
      }
    }
    return null;
  }

  /**
   * An access of elements {@code from}, {@code from + stride} …
   *
   * @param n elements
   * @return whether it was done; if not, the array has become coarse
   */
  @DontInline
  boolean access(int from, int n, int stride, Access access) {
    Plane plane = access.writes() ? null : planeToWrite(access.thread());
    if (plane != null) {
      long word = access.word();
      for (int k = 0; k < n; k++) {
        put(plane.words, from + k * stride, word);
      }
      U.fullFence();
      for (int k = 0; k < n; k++) {
        if (!read(from + k * stride, access)) {
          return false;
        }
      }
      return true;
    }
    for (int k = 0; k < n; k++) {
      if (!change(from + k * stride, access)) {
        return false;
      }
    }
    return true;
  }

  /**
   * A read of the elements whose bits are set.
   *
   * @param bits of element i in word {@code i >> 6}
   * @return whether it was done
   */
  boolean readAll(long[] bits, Access access) {
    Plane plane = planeToWrite(access.thread());
    if (plane == null) {
      return false;
    }
    long word = access.word();
    for (int k = 0; k < bits.length; k++) {
      for (long left = bits[k]; left != 0; left &= left - 1) {
        put(plane.words, (k << 6) + Long.numberOfTrailingZeros(left), word);
      }
    }
    U.fullFence();
    for (int k = 0; k < bits.length; k++) {
      for (long left = bits[k]; left != 0; left &= left - 1) {
        if (!read((k << 6) + Long.numberOfTrailingZeros(left), access)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Sets a word, unless the thread has read the element in a later epoch. */
  private static void put(long[] plane, int i, long word) {
    if (SharedReads.clock(plane[i]) < SharedReads.clock(word)) {
      plane[i] = word;
    }
  }

  private boolean read(int i, Access access) {
    VarState s = states[i];
    if (s == VarState.MOVED) {
      return false;
    }
    if (s != null) {
      access.read(s, i);
    }
    return true;
  }

  private boolean change(int i, Access access) {
    while (true) {
      VarState before = states[i];
      if (before == VarState.MOVED) {
        return false;
      }
      VarState s = before == null ? VarState.VIRGIN : before;
      VarState next = access.next(s, i, 1, 1);
      Plane[] known = planes;
      if (next == s) {
        return true;
      }
      if (replace(i, before, next)) {
        if (access.writes()) {
          Plane p = unorderedWord(known, i, access.thread());
          if (p != null) {
            access.races(i, p.tid, p.words[i]);
          }
        }
        return true;
      }
    }
  }

  private boolean replace(int i, @Nullable VarState before, VarState next) {
    return U.compareAndSetReference(states, address(i), before, next);
  }

  private static long address(int i) {
    return Internals.REFERENCES + i * Internals.REFERENCE_SIZE;
  }

  /** Whether two elements have the same history, as far as it is shared. */
  boolean same(int i, int k) {
    if (states[i] != states[k]) {
      return false;
    }
    for (Plane p : planes) {
      if (p.words[i] != p.words[k]) {
        return false;
      }
    }
    return true;
  }

  /** Takes an element's state away. */
  VarState move(int i) {
    VarState s = (VarState) U.getAndSetReference(states, address(i), VarState.MOVED);
    VarState all = s == null ? VarState.VIRGIN : s;
    for (Plane p : planes) {
      if (p.words[i] != 0) {
        all = all.withRead(p.tid, p.words[i]);
      }
    }
    return all;
  }
}
