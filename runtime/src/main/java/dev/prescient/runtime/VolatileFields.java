package dev.prescient.runtime;

import java.util.Arrays;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;
import org.jspecify.annotations.Nullable;

/**
 * Where the objects of one class keep the clocks of their volatile fields, or the class those of
 * its static ones. A class woven at load has a synthetic field for each; null there says that
 * nothing was ever released at the field, so a reader needs no look-up. The clock is in {@link
 * SyncTable}, too, where VarHandles, field updaters and Unsafe find it.
 *
 * <p>State: {@code fields} and {@code clocks} are final and offsets in pairs. An object's clock is
 * set before it can be found in the table, and so before the first value that is written with it.
 * {@code CLOCKS} goes from 0 (unknown) to its final value once; racing threads compute the same.
 */
final class VolatileFields extends WeakEntry {
  /** The field has no clock beside it. */
  static final long NOWHERE = -1;

  private static final int OF_OBJECTS = 0;
  private static final int OF_CLASS = 1;

  @Stable private static final long[] CLOCKS = new long[FieldTable.CAPACITY];

  private static final class Table extends WeakTable {
    static final Table ALL = new Table();

    @Override
    protected WeakEntry create(Object key, long offset, int hash) {
      return new VolatileFields((Class<?>) key, offset, hash);
    }
  }

  private final long[] fields;
  private final long[] clocks;

  private VolatileFields(Class<?> c, long kind, int hash) {
    super(c, kind, hash);
    boolean ofClass = kind == OF_CLASS;
    long[] pairs = new long[0];
    for (Class<?> k = c; k != null && k.getClassLoader() != null; k = k.getSuperclass()) {
      String names = names(k, ofClass ? HiddenFields.STATIC_VOLATILES : HiddenFields.VOLATILES);
      for (int from = 0; from < names.length(); ) {
        int to = names.indexOf(HiddenFields.SEPARATOR, from);
        String name = names.substring(from, to);
        pairs = Arrays.copyOf(pairs, pairs.length + 2);
        pairs[pairs.length - 2] = Internals.offset(k, name);
        pairs[pairs.length - 1] =
            Internals.offset(
                k, (ofClass ? HiddenFields.STATIC_CLOCK : HiddenFields.CLOCK).concat(name));
        from = to + 1;
      }
      if (ofClass) {
        break;
      }
    }
    fields = new long[pairs.length / 2];
    clocks = new long[pairs.length / 2];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = pairs[2 * i];
      clocks[i] = pairs[2 * i + 1];
    }
  }

  private static String names(Class<?> c, String constant) {
    long offset = Internals.offset(c, constant);
    return offset > 0 && Internals.U.getReference(c, offset) instanceof String s ? s : "";
  }

  /**
   * Lets an object keep a new clock of one of its volatile fields, or a class of a static one.
   *
   * @return the clock; an older one that there was no heap for in the table
   */
  static SyncVar keep(Object o, long offset, SyncVar v) {
    Class<?> c = o instanceof Class<?> k ? k : o.getClass();
    if (offset <= 0 || c.isArray() || c.getClassLoader() == null) {
      return v;
    }
    ThreadState t = ThreadState.current();
    t.busy++;
    try {
      int kind = o == c ? OF_CLASS : OF_OBJECTS;
      VolatileFields all = (VolatileFields) Table.ALL.find(c, kind, WeakTable.hash(c, kind));
      for (int i = 0; i < all.fields.length; i++) {
        if (all.fields[i] == offset && all.clocks[i] > 0) {
          SyncVar known = kept(o, all.clocks[i]);
          if (known != null) {
            return known;
          }
          Internals.U.putReferenceRelease(o, all.clocks[i], v);
        }
      }
      return v;
    } finally {
      t.busy--;
    }
  }

  /**
   * The clock that an object or class keeps.
   *
   * @param clock its offset
   * @return null if nothing was released at the field; an object's clone has its clock, not its own
   */
  @ForceInline
  static @Nullable SyncVar kept(Object o, long clock) {
    return Internals.U.getReference(o, clock) instanceof SyncVar v && v.refersTo(o) ? v : null;
  }

  /**
   * Where a field's clock lies, in the object or class that has the field.
   *
   * @param field id of {@link FieldTable}
   * @param o the object; null for a static field
   * @return an offset or {@link #NOWHERE}
   */
  static long clock(int field, @Nullable Object o) {
    long clock = CLOCKS[field];
    return clock != 0 ? clock : find(field, o);
  }

  @DontInline
  private static long find(int field, @Nullable Object o) {
    ThreadState t = ThreadState.current();
    t.busy++;
    long clock = NOWHERE;
    try {
      Class<?> c = FieldTable.owner(field, o);
      if (c != null && FieldTable.offset(field, o) > 0 && c.getClassLoader() != null) {
        String prefix = o == null ? HiddenFields.STATIC_CLOCK : HiddenFields.CLOCK;
        clock = Internals.offset(c, prefix.concat(FieldTable.simpleName(field)));
      }
    } finally {
      t.busy--;
    }
    CLOCKS[field] = clock;
    return clock;
  }
}
