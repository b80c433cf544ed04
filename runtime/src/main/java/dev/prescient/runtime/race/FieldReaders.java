package dev.prescient.runtime.race;

import dev.prescient.runtime.Epoch;
import dev.prescient.runtime.Internals;
import dev.prescient.runtime.SharedReads;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.WeakEntry;
import dev.prescient.runtime.WeakTable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The readers of one field of one object: a slot in the {@link SharedReads} of every thread. The
 * slot is in the shadow's R as long as that is shared, so that a thread finds its own last read
 * without a look-up. The slot of a dead object is used again.
 *
 * <p>State: {@code tids} is guarded by the lock of the field's shadow.
 */
final class FieldReaders extends WeakEntry {
  /** The first slot; R with a smaller one means something else ({@link Rules}). */
  private static final int FIRST = 2;

  /**
   * All of them, by object and offset of the field's shadow.
   *
   * <p>State: slots are given and taken back under the spin lock {@code lock}. {@code bySlot} is
   * replaced under it; an element is set before its slot is in any R.
   */
  static final class Table extends WeakTable {
    private static final long LOCK = Internals.offset(Table.class, "lock");
    private static final Table ALL = new Table();

    private @SuppressWarnings("unused") // taken through its offset
    volatile int lock;

    private volatile @Nullable FieldReaders[] bySlot = new FieldReaders[64];
    private int next = FIRST;
    private int[] free = new int[64];
    private int freeSlots;

    /** How often slots were given; it may wrap. */
    private char[] given = new char[64];

    private Table() {}

    @Override
    protected WeakEntry create(Object key, long offset, int hash) {
      Internals.lock(this, LOCK);
      try {
        int slot = freeSlots > 0 ? free[--freeSlots] : next++;
        if (slot >= given.length) {
          given = Arrays.copyOf(given, given.length * 2);
        }
        FieldReaders r = new FieldReaders(key, offset, hash, slot, ++given[slot]);
        @Nullable FieldReaders[] slots = bySlot;
        if (slot >= slots.length) {
          slots = Arrays.copyOf(slots, slots.length * 2);
        }
        slots[slot] = r;
        bySlot = slots;
        return r;
      } finally {
        Internals.unlock(this, LOCK);
      }
    }

    @Override
    protected void dropped(WeakEntry dead) {
      int slot = ((FieldReaders) dead).slot;
      SharedReads.forget(slot);
      Internals.lock(this, LOCK);
      try {
        if (freeSlots == free.length) {
          free = Arrays.copyOf(free, freeSlots * 2);
        }
        free[freeSlots++] = slot;
        bySlot[slot] = null;
      } finally {
        Internals.unlock(this, LOCK);
      }
    }
  }

  private final int slot;
  private final char owner;
  private int tids;

  private FieldReaders(Object key, long offset, int hash, int slot, char owner) {
    super(key, offset, hash);
    this.slot = slot;
    this.owner = owner;
  }

  /**
   * The readers of a field.
   *
   * @param r its R: shared with their slot, which an object loses that a finalizer keeps alive;
   *     else anything
   */
  static FieldReaders of(long r, Object key, long offset) {
    @Nullable FieldReaders[] slots = Table.ALL.bySlot;
    int slot = (int) r;
    FieldReaders known = Rules.isShared(r) && slot < slots.length ? slots[slot] : null;
    return known != null && known.is(key, offset)
        ? known
        : (FieldReaders) Table.ALL.find(key, offset, WeakTable.hash(key, offset));
  }

  /**
   * Sets the word of the running thread to its present epoch if it has one already.
   *
   * @return false if it has none, or {@code r} is not the key's
   */
  static boolean setAgain(long r, Object key, long offset, ThreadState t, int site) {
    @Nullable FieldReaders[] slots = Table.ALL.bySlot;
    int slot = (int) r;
    FieldReaders known = slot < slots.length ? slots[slot] : null;
    return known != null
        && known.shared() == r
        && known.is(key, offset)
        && t.readAgain(slot, SharedReads.word(Epoch.clock(t.epoch), site));
  }

  /** What stands in R for these readers; a slot's owners are told apart. */
  long shared() {
    return Rules.SHARED | (long) owner << Integer.SIZE | slot;
  }

  /** The word of a thread; 0 if it never read. */
  long get(int tid) {
    return SharedReads.of(tid).get(slot);
  }

  /** Sets the word of a thread. */
  void set(int tid, long word) {
    tids = Math.max(tids, tid + 1);
    SharedReads.of(tid).set(slot, word);
  }

  /** Above the ids of all threads with a word. */
  int tids() {
    return tids;
  }
}
