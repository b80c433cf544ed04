package dev.prescient.runtime.race;

import dev.prescient.runtime.FieldTable;
import dev.prescient.runtime.HiddenFields;
import dev.prescient.runtime.Internals;
import dev.prescient.runtime.Release;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.WeakEntry;
import dev.prescient.runtime.WeakTable;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.Stable;
import org.jspecify.annotations.Nullable;

/**
 * Objects that a thread reached through a final field of an object that was published by a race.
 * JLS 17.5: the thread sees them at least as they were when the final field was frozen, so accesses
 * up to then do not race with its reads. What it reads from such an object is reached the same way.
 *
 * <p>State: {@code release} is written by the thread the entry is for; {@code OFFSETS} goes from 0
 * (unknown) to its final value once, and racing threads compute the same.
 */
public final class Frozen extends WeakEntry {
  private static final class Table extends WeakTable {
    static final Table ALL = new Table();

    @Override
    protected WeakEntry create(Object key, long offset, int hash) {
      return new Frozen(key, offset, hash);
    }
  }

  @Stable private static final long[] OFFSETS = new long[FieldTable.CAPACITY];

  /** Whether anything was ever reached this way. */
  private static boolean any;

  private @Nullable Release release;

  private Frozen(Object key, long offset, int hash) {
    super(key, offset, hash);
  }

  /**
   * A reference was read from a final field.
   *
   * @param o the object that has the field
   * @param value what was read
   * @param t the running thread
   * @param field id of the field in its class that holds the freeze
   */
  public static void read(@Nullable Object o, @Nullable Object value, ThreadState t, int field) {
    if (o != null && value != null) {
      long offset = OFFSETS[field];
      if (offset == 0) {
        offset = find(field, o);
      }
      if (offset > 0
          && Internals.U.getReference(o, offset) instanceof Release r
          && !t.knows(r.epoch)) {
        reached(value, r, t);
      }
    }
  }

  @DontInline
  private static long find(int field, Object o) {
    Class<?> c = FieldTable.owner(field, o);
    long offset = c == null ? -1 : Internals.offset(c, HiddenFields.PREFIX + "freeze");
    OFFSETS[field] = offset;
    return offset;
  }

  /** Whether a read may have to be excused. */
  static boolean any() {
    return any;
  }

  @DontInline
  private static void reached(Object value, Release r, ThreadState t) {
    if (t.busy == 0) {
      any = true;
      t.busy++;
      ((Frozen) Table.ALL.find(value, t.tid, WeakTable.hash(value, t.tid))).release = r;
      t.busy--;
    }
  }

  /**
   * Whether a read does not race with an earlier write after all.
   *
   * @param o the object or array that is read; null for a static field
   * @param value what is read, if it is a reference: it is then reached the same way
   * @param epoch of the write
   */
  @DontInline
  static boolean excuses(@Nullable Object o, @Nullable Object value, long epoch, ThreadState t) {
    Object x = o; // a view, iterator or wrapper is excused by what it leads to, too
    while (x != null) {
      Frozen f = (Frozen) Table.ALL.peek(x, t.tid, WeakTable.hash(x, t.tid));
      Release r = f == null ? null : f.release;
      if (r != null && r.knows(epoch)) {
        if (value != null) {
          ((Frozen) Table.ALL.find(value, t.tid, WeakTable.hash(value, t.tid))).release = r;
        }
        return true;
      }
      x = ObjectState.next(x, t);
    }
    return false;
  }
}
