package dev.prescient.runtime;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/** All synchronisation locations, found through a small cache of the running thread. */
final class SyncTable extends WeakTable {
  private static final SyncTable ALL = new SyncTable();

  private SyncTable() {}

  @Override
  protected WeakEntry create(Object key, long offset, int hash) {
    return new SyncVar(key, offset, hash);
  }

  /** The clock of a location. */
  @ForceInline
  static SyncVar find(Object key, long offset, ThreadState t) {
    int hash = hash(key, offset);
    WeakEntry e = t.recent[hash & (ThreadState.RECENT - 1)];
    return e instanceof SyncVar v && v.is(key, offset) ? v : findSlowly(key, offset, hash, t);
  }

  /** The clock of a location, or null if nothing was ever released there. */
  @ForceInline
  static @Nullable SyncVar peek(Object key, long offset, ThreadState t) {
    int hash = hash(key, offset);
    WeakEntry e = t.recent[hash & (ThreadState.RECENT - 1)];
    return e instanceof SyncVar v && v.is(key, offset) ? v : peekSlowly(key, offset, hash, t);
  }

  @DontInline
  private static @Nullable SyncVar peekSlowly(Object key, long offset, int hash, ThreadState t) {
    SyncVar v = (SyncVar) ALL.peek(key, offset, hash);
    if (v != null) {
      t.recent[hash & (ThreadState.RECENT - 1)] = v;
    }
    return v;
  }

  @DontInline
  private static SyncVar findSlowly(Object key, long offset, int hash, ThreadState t) {
    SyncVar v = (SyncVar) ALL.find(key, offset, hash);
    t.recent[hash & (ThreadState.RECENT - 1)] = v;
    return v;
  }
}
