package dev.prescient.runtime;

import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/** All synchronisation locations, found through a cache of the running thread. */
final class SyncTable extends WeakTable {
  private static final SyncTable ALL = new SyncTable();

  /** Bytes of an entry, approximately, and of what is released there but the clock's elements. */
  private static final int ENTRY = 128;

  private SyncTable() {}

  @Override
  protected WeakEntry create(Object key, long offset, int hash) {
    grown(ENTRY + (long) Threads.highest() * Long.BYTES); // and the clock
    return VolatileFields.keep(key, offset, new SyncVar(key, offset, hash));
  }

  /** The clock of a location. */
  static SyncVar find(Object key, long offset, ThreadState t) {
    int hash = hash(key, offset);
    SyncVar v = t.recent(hash);
    return v != null && v.is(key, offset) ? v : findSlowly(key, offset, hash, t);
  }

  /** The clock of a location, or null if nothing was ever released there. */
  static @Nullable SyncVar peek(Object key, long offset, ThreadState t) {
    int hash = hash(key, offset);
    if (!ALL.mayHave(hash)) {
      return null;
    }
    SyncVar v = t.recent(hash);
    return v != null && v.is(key, offset) ? v : peekSlowly(key, offset, hash, t);
  }

  /** As {@link #peek(Object, long, ThreadState)}, of an object's field or, for null, a static. */
  @DontInline
  static @Nullable SyncVar peek(int field, @Nullable Object o, ThreadState t) {
    long offset = FieldTable.offset(field, o);
    Object base = o == null ? FieldTable.base(field) : o;
    return offset > 0 && base != null ? peek(base, offset, t) : null;
  }

  /** As {@link #find(Object, long, ThreadState)}; null if the field was not found. */
  @DontInline
  static @Nullable SyncVar find(int field, @Nullable Object o, ThreadState t) {
    long offset = FieldTable.offset(field, o);
    Object base = o == null ? FieldTable.base(field) : o;
    return offset > 0 && base != null ? find(base, offset, t) : null;
  }

  @DontInline
  private static @Nullable SyncVar peekSlowly(Object key, long offset, int hash, ThreadState t) {
    SyncVar v = (SyncVar) ALL.peek(key, offset, hash);
    if (v != null) {
      t.remember(v);
    }
    return v;
  }

  @DontInline
  private static SyncVar findSlowly(Object key, long offset, int hash, ThreadState t) {
    SyncVar v = (SyncVar) ALL.find(key, offset, hash);
    t.remember(v);
    return v;
  }
}
