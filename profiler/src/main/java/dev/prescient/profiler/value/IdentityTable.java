package dev.prescient.profiler.value;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * A map from an object's identity and a number to a value; objects are held weakly, and their
 * entries vanish when the table grows. Own code, since the JDK's maps may be under observation
 * themselves.
 *
 * <p>State: {@code slots} and {@code used} are guarded by the owner of the table.
 */
public final class IdentityTable<V> {
  private static final class Slot<V> extends WeakReference<Object> {
    final long key;
    final int hash;
    final V value;

    Slot(Object owner, long key, int hash, V value) {
      super(owner);
      this.key = key;
      this.hash = hash;
      this.value = value;
    }
  }

  private @Nullable Slot<V>[] slots = array(64);
  private int used;

  /** The value put for the object and number, or null. */
  public @Nullable V get(Object owner, long key) {
    int hash = hash(owner, key);
    for (int i = hash & slots.length - 1; ; i = i + 1 & slots.length - 1) {
      Slot<V> slot = slots[i];
      if (slot == null) {
        return null;
      }
      if (slot.hash == hash && slot.key == key && slot.refersTo(owner)) {
        return slot.value;
      }
    }
  }

  /** Adds a value for an object and number that have none. */
  public void put(Object owner, long key, V value) {
    if (used * 2 >= slots.length) {
      grow();
    }
    insert(new Slot<>(owner, key, hash(owner, key), value));
  }

  private void grow() {
    @Nullable Slot<V>[] old = slots;
    int alive = 0;
    for (Slot<V> slot : old) {
      alive += slot != null && !slot.refersTo(null) ? 1 : 0;
    }
    slots = array(alive * 4 >= old.length ? old.length * 2 : old.length);
    used = 0;
    for (Slot<V> slot : old) {
      if (slot != null && !slot.refersTo(null)) {
        insert(slot);
      }
    }
  }

  private void insert(Slot<V> slot) {
    int i = slot.hash & slots.length - 1;
    while (slots[i] != null) {
      i = i + 1 & slots.length - 1;
    }
    slots[i] = slot;
    used++;
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // arrays have no type arguments
  private static <V> @Nullable Slot<V>[] array(int length) {
    return (Slot<V>[]) new Slot[length];
  }

  private static int hash(Object owner, long key) {
    int h = System.identityHashCode(owner) * 0x9E3779B9 ^ Long.hashCode(key * 0x9E3779B97F4A7C15L);
    return h ^ h >>> 16;
  }
}
