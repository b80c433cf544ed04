package dev.prescient.runtime.race;

import dev.prescient.runtime.FieldTable;
import dev.prescient.runtime.HiddenFields;
import dev.prescient.runtime.Internals;
import java.lang.ref.WeakReference;
import jdk.internal.vm.annotation.Stable;
import org.jspecify.annotations.Nullable;

/**
 * Where the shadow words of fields lie. A class woven at load has three synthetic {@code long}
 * fields for each of its own that may race; they are found by name when woven code first runs.
 *
 * <p>The tables are stable: compiled code has a field's offsets as constants, and the shadow word
 * is then a field like any other to the compiler.
 *
 * <p>State: {@code READS} goes from 0 (unknown) to its final value once, after the others; racing
 * threads compute the same.
 */
final class FieldShadows {
  /** The class has no shadow fields: see {@link VarShadow}. */
  static final long EXTERNAL = -1;

  /** The class was not found: the field is not checked. */
  static final long NONE = -2;

  @Stable static final long[] WRITES = new long[FieldTable.CAPACITY];
  @Stable static final long[] READS = new long[FieldTable.CAPACITY];
  @Stable static final long[] SITES = new long[FieldTable.CAPACITY];

  /** For static fields: the class object, in which HotSpot keeps statics. */
  @Stable
  private static final @Nullable WeakReference<Class<?>>[] BASES = bases(FieldTable.CAPACITY);

  private FieldShadows() {}

  @SuppressWarnings("unchecked") // there are no generic arrays
  private static @Nullable WeakReference<Class<?>>[] bases(int n) {
    return (WeakReference<Class<?>>[]) new WeakReference<?>[n];
  }

  /** The class that declares a static field; null before {@link #find} and once it is unloaded. */
  static @Nullable Class<?> base(int field) {
    WeakReference<Class<?>> base = BASES[field];
    return base == null ? null : base.get();
  }

  /**
   * The offset of the read word.
   *
   * @param o the object; null for a static field
   */
  static long find(int field, @Nullable Object o) {
    long known = READS[field];
    if (known != 0) {
      return known;
    }
    Class<?> c = FieldTable.owner(field, o);
    long read = NONE;
    if (c != null) {
      int k = FieldTable.detail(field);
      WRITES[field] = Internals.offset(c, HiddenFields.PREFIX + (o == null ? "W" : "w") + k);
      SITES[field] = Internals.offset(c, HiddenFields.PREFIX + (o == null ? "S" : "s") + k);
      read = Internals.offset(c, HiddenFields.PREFIX + (o == null ? "R" : "r") + k);
      if (o == null) {
        BASES[field] = new WeakReference<>(c);
      }
    }
    Internals.U.storeFence();
    READS[field] = read;
    return read;
  }
}
