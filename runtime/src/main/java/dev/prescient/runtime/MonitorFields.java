package dev.prescient.runtime;

import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * Where the objects of one class keep the clock of their monitor. A class that was woven at load
 * and has synchronized methods has a synthetic field for it: its objects are locked before the
 * first hook sees them, and to hash a locked object inflates its monitor. All others are in {@link
 * SyncTable}.
 *
 * <p>State: {@code offset} is written once, before others can see the entry.
 */
final class MonitorFields extends WeakEntry {
  /** Entries of a thread's cache; a power of two. */
  static final int RECENT = 8;

  private static final class Table extends WeakTable {
    static final Table ALL = new Table();

    @Override
    protected WeakEntry create(Object key, long offset, int hash) {
      return new MonitorFields((Class<?>) key, offset, hash);
    }
  }

  private final long field;

  private MonitorFields(Class<?> c, long offset, int hash) {
    super(c, offset, hash);
    this.field = find(c);
  }

  private static long find(Class<?> c) {
    for (Class<?> k = c; k != null && k.getClassLoader() != null; k = k.getSuperclass()) {
      long found = Internals.offset(k, HiddenFields.MONITOR);
      if (found > 0) {
        return found;
      }
    }
    return 0;
  }

  /** The clock of an object's monitor. */
  static SyncVar clock(Object o, ThreadState t) {
    Class<?> c = o.getClass();
    int slot = System.identityHashCode(c) & (RECENT - 1);
    MonitorFields m = t.monitorFields[slot];
    if (m == null || !m.refersTo(c)) {
      m = look(c, slot, t);
    }
    return m.field == 0 ? SyncTable.find(o, HappensBefore.MONITOR, t) : inField(o, m.field);
  }

  @DontInline
  private static MonitorFields look(Class<?> c, int slot, ThreadState t) {
    t.busy++;
    try {
      MonitorFields m = (MonitorFields) Table.ALL.find(c, 0, WeakTable.hash(c, 0));
      t.monitorFields[slot] = m;
      return m;
    } finally {
      t.busy--;
    }
  }

  private static SyncVar inField(Object o, long field) {
    while (true) {
      @Nullable Object known = Internals.U.getReferenceAcquire(o, field);
      if (known instanceof SyncVar v && v.refersTo(o)) { // not that of an object it is a clone of
        return v;
      }
      SyncVar fresh = new SyncVar(o, HappensBefore.MONITOR, 0);
      if (Internals.U.compareAndSetReference(o, field, known, fresh)) {
        return fresh;
      }
    }
  }
}
