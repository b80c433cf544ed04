package dev.prescient.runtime.trace;

import dev.prescient.runtime.WeakEntry;
import dev.prescient.runtime.WeakTable;

/**
 * Numbers of the objects that a trace mentions, held weakly.
 *
 * <p>State: an entry's number is 0 until {@link TraceHooks} gives it one, under its lock.
 */
final class ObjectIds extends WeakTable {
  /** An object's number. */
  static final class Entry extends WeakEntry {
    int id;

    Entry(Object key, long offset, int hash) {
      super(key, offset, hash);
    }
  }

  @Override
  protected WeakEntry create(Object key, long offset, int hash) {
    return new Entry(key, offset, hash);
  }

  Entry of(Object key) {
    return (Entry) find(key, 0, hash(key, 0));
  }
}
