package dev.prescient.runtime;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a {@link WeakTable}: what we know of an object, or of one location in it, for as long
 * as the object lives.
 *
 * <p>State: {@code next} is written under the table's lock of the entry's bucket; a racing reader
 * may see a former value and then miss entries, never find a wrong one.
 */
public abstract class WeakEntry extends WeakReference<Object> {
  final int hash;
  final long offset;
  @Nullable WeakEntry next;

  /**
   * A new entry.
   *
   * @param key the object
   * @param offset tells several entries of one object apart
   * @param hash as {@link WeakTable#hash} gives it
   */
  protected WeakEntry(Object key, long offset, int hash) {
    super(key);
    this.offset = offset;
    this.hash = hash;
  }

  /** Whether this entry is that of an object and offset. */
  public final boolean is(Object key, long offset) {
    return this.offset == offset && refersTo(key);
  }
}
