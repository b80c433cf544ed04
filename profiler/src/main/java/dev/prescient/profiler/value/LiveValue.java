package dev.prescient.profiler.value;

import java.lang.ref.SoftReference;
import org.jspecify.annotations.Nullable;

/**
 * A value in this run: raw bits of a primitive, or a reference by identity. An object is held
 * softly: a stale value keeps it readable, but not at the price of the program's memory.
 */
public final class LiveValue {
  /** The null reference, and the default value of every primitive type. */
  public static final LiveValue DEFAULT = new LiveValue(0, null);

  private final long bits;
  private final @Nullable SoftReference<Object> object;

  private LiveValue(long bits, @Nullable SoftReference<Object> object) {
    this.bits = bits;
    this.object = object;
  }

  /**
   * Either a primitive or a reference.
   *
   * @param bits raw bits; 0 for a reference
   * @param object null for a primitive and for the null reference
   */
  public static LiveValue of(long bits, @Nullable Object object) {
    return object != null
        ? new LiveValue(0, new SoftReference<>(object))
        : bits == 0 ? DEFAULT : new LiveValue(bits, null);
  }

  /** Raw bits of a primitive; 0 for a reference. */
  public long bits() {
    return bits;
  }

  /** The object, or null for a primitive, the null reference, and an object that is gone. */
  public @Nullable Object object() {
    return object == null ? null : object.get();
  }

  /** Whether the object that this stood for has been collected: no load can return it any more. */
  public boolean gone() {
    return object != null && object.get() == null;
  }

  /** Whether this is that value; parameters as in {@link #of}. */
  public boolean is(long otherBits, @Nullable Object otherObject) {
    return bits == otherBits
        && (object == null
            ? otherObject == null
            : otherObject != null && object.get() == otherObject);
  }

  /** Whether both are one value. */
  public boolean same(LiveValue other) {
    return !other.gone() && is(other.bits, other.object());
  }
}
