package dev.prescient.runtime.race;

import dev.prescient.runtime.Internals;
import dev.prescient.runtime.WeakEntry;
import dev.prescient.runtime.WeakTable;
import java.lang.reflect.Array;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * The shadow of an array, in one of two representations between which it changes to and fro
 * (<em>SlimState</em>, Wilcox et al.). <em>Coarse</em>: segments of elements with one state, for
 * arrays that are accessed range by range; elements with the same remainder modulo the number of
 * {@link Lane}s share a lane, so that every second element is a range, too. <em>Fine</em>: {@link
 * FineStates}, for arrays that are accessed here and there.
 *
 * <p>State: {@code lanes} and the counters are guarded by the spin lock {@code lock}, which is also
 * held while the representation changes. {@code fine} is null while the array is coarse; its states
 * change without the lock.
 */
final class ArrayShadow extends WeakEntry {
  /** All of them. */
  static final class Table extends WeakTable {
    private static final Table ALL = new Table();

    private Table() {}

    @Override
    protected WeakEntry create(Object key, long offset, int hash) {
      return new ArrayShadow(key, offset, hash);
    }

    @Override
    protected void dropped(WeakEntry dead) {
      ((ArrayShadow) dead).free();
    }

    /** A shadow of so many elements was made. */
    static void made(int elements) {
      ALL.grown((long) elements * Long.BYTES);
    }

    static ArrayShadow of(Object array) {
      return (ArrayShadow) ALL.find(array, 0, hash(array, 0));
    }
  }

  /** Arrays up to this length are always fine. */
  private static final int SHORT = 8;

  private static final int MAX_LANES = 8;

  /** Coarse accesses after which their sizes are looked at. */
  private static final int SAMPLE = 32;

  /** A coarse array whose accesses have fewer elements than this on average becomes fine. */
  private static final int SCATTERED = 8;

  /** A range of fewer elements says nothing about how an array is accessed. */
  private static final int RANGE = 16;

  private static final long LOCK = Internals.offset(ArrayShadow.class, "lock");
  private static final long WAITING = Internals.offset(ArrayShadow.class, "waiting");
  private static final Lane[] NO_LANES = {};
  private static final Unsafe U = Internals.U;

  final int length;

  /** Whether the elements are references: what they lead to must be known when they are read. */
  final boolean references;

  @SuppressWarnings("unused") // taken through its offset
  private volatile int lock;

  @SuppressWarnings("unused") // changed through its offset
  private volatile int waiting;

  private volatile @Nullable FineStates fine;
  private Lane[] lanes;
  private int accesses;
  private long elements;

  /** Elements of ranges accessed since the array became fine, and how many make it coarse. */
  private long ranged;

  private long enough;

  private ArrayShadow(Object array, long offset, int hash) {
    super(array, offset, hash);
    this.length = Array.getLength(array);
    this.references = array instanceof Object[];
    this.enough = 2L * length;
    this.lanes = length <= SHORT ? NO_LANES : new Lane[] {Lane.virgin(length)};
    this.fine = length <= SHORT ? new FineStates(length, false) : null;
  }

  /** A thread has accesses of the array that it will record later. */
  void waits() {
    U.getAndAddInt(this, WAITING, 1);
  }

  /** A thread that {@link #waits} has recorded them. */
  void recorded() {
    U.getAndAddInt(this, WAITING, -1);
  }

  /**
   * The array is dead: lets go of what is known of its elements, unless accesses have still to be
   * recorded. Footprints of threads that do nothing may keep the shadow itself for long.
   */
  private void free() {
    if (Internals.tryLock(this, LOCK)) {
      if (waiting == 0) {
        FineStates f = fine;
        if (f != null) {
          f.free();
        }
        lanes = NO_LANES;
        fine = null;
      }
      Internals.unlock(this, LOCK);
    }
  }

  /** Whether an access may be recorded later than it is made. */
  boolean mayWait(boolean writes) {
    return writes || !references || !Frozen.any();
  }

  /** The states of the elements if each has its own, or null. */
  @Nullable FineStates fine() {
    return fine;
  }

  /**
   * An access of the elements {@code from}, {@code from + stride} … below {@code to}.
   *
   * @param from 0..length-1
   * @param to from+1..length
   */
  void access(int from, int to, int stride, Access access) {
    int n = stride == 1 ? to - from : (to - from - 1) / stride + 1;
    while (true) {
      FineStates f = fine;
      if (f != null && f.access(from, n, stride, access)) {
        if (n >= RANGE && length > SHORT) {
          rangeOfFine(n, stride);
        }
        return;
      }
      Internals.lock(this, LOCK);
      try {
        if (fine == null
            && (lanes.length == 0 // freed: the array died in this very access
                || accessCoarse(from, n == 1 ? lanes.length : stride, n, access))) {
          return;
        }
      } finally {
        Internals.unlock(this, LOCK);
      }
    }
  }

  /** A read of the elements whose bits are set, as in {@link FineStates#readAll}. */
  @DontInline
  void readAll(long[] bits, Access access) {
    FineStates f = fine;
    if (f != null && f.readAll(bits, access)) {
      return;
    }
    for (int k = 0; k < bits.length; k++) {
      for (long left = bits[k]; left != 0; left &= left - 1) {
        int i = (k << 6) + Long.numberOfTrailingZeros(left);
        access(i, i + 1, 1, access);
      }
    }
  }

  /** Whether it was done; if not, the array has become fine. */
  @DontInline
  private boolean accessCoarse(int from, int stride, int n, Access access) {
    if (stride != lanes.length && stride % lanes.length == 0 && stride <= MAX_LANES) {
      split(stride);
    }
    int to = from + (n - 1) * stride + 1;
    int all = lanes.length;
    if (all % stride != 0) {
      refine();
      return false;
    }
    for (int lane = from % stride; lane < all; lane += stride) {
      int first = positions(from, lane, all);
      int end = positions(to, lane, all);
      if (first < end) {
        lanes[lane].access(first, end, all, lane, access);
      }
    }
    elements += n;
    if (++accesses == SAMPLE) {
      if (elements < SAMPLE * SCATTERED && lanes[0].segments() > SAMPLE / 2) {
        refine();
      }
      accesses = 0;
      elements = 0;
    }
    return true;
  }

  /** How many elements of a lane are below an index. */
  private static int positions(int index, int lane, int lanes) {
    return index <= lane ? 0 : (index - lane - 1) / lanes + 1;
  }

  /** Splits every lane. */
  private void split(int wanted) {
    Lane[] more = new Lane[wanted];
    int parts = wanted / lanes.length;
    for (int i = 0; i < wanted; i++) {
      Lane old = lanes[i % lanes.length];
      Lane lane = Lane.empty();
      for (int k = 0; k < old.segments(); k++) {
        lane.append(positions(old.end(k), i / lanes.length, parts), old.state(k));
      }
      more[i] = lane;
    }
    lanes = more;
  }

  /** Makes the array fine. */
  @DontInline
  private void refine() {
    Table.made(length);
    FineStates f = new FineStates(length, true);
    for (int lane = 0; lane < lanes.length; lane++) {
      int position = 0;
      for (int k = 0; k < lanes[lane].segments(); k++) {
        VarState s = lanes[lane].state(k);
        for (; position < lanes[lane].end(k); position++) {
          f.set(position * lanes.length + lane, s);
        }
      }
    }
    lanes = NO_LANES;
    ranged = 0;
    enough =
        Math.min(enough, Long.MAX_VALUE / 4)
            * 2; // the next time it takes longer: an array does not change to and fro all the time
    fine = f;
  }

  /** A range of a fine array was accessed. */
  @DontInline
  private void rangeOfFine(int n, int stride) {
    ranged += n; // threads may lose each other's
    if (ranged < enough) {
      return;
    }
    Internals.lock(this, LOCK);
    try {
      FineStates f = fine;
      if (f != null && ranged >= enough) {
        ranged = 0;
        if (segments(f, stride) <= Math.max(SHORT, length / RANGE)) {
          coarsen(f, stride <= MAX_LANES ? stride : 1);
        } else {
          enough = Math.min(enough, Long.MAX_VALUE / 4) * 2;
        }
      }
    } finally {
      Internals.unlock(this, LOCK);
    }
  }

  private int segments(FineStates f, int stride) {
    int lanes = stride <= MAX_LANES ? stride : 1;
    int segments = lanes;
    for (int i = lanes; i < length; i++) {
      if (!f.same(i, i - lanes)) {
        segments++;
      }
    }
    return segments;
  }

  private void coarsen(FineStates f, int count) {
    Lane[] made = new Lane[count];
    for (int lane = 0; lane < count; lane++) {
      made[lane] = Lane.empty();
    }
    for (int i = 0; i < length; i++) {
      made[i % count].append(i / count + 1, f.move(i));
    }
    lanes = made;
    accesses = 0;
    elements = 0;
    f.retire();
    fine = null;
  }
}
