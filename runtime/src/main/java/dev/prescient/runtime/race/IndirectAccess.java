package dev.prescient.runtime.race;

import dev.prescient.runtime.HappensBefore;
import dev.prescient.runtime.Internals;
import dev.prescient.runtime.ThreadState;
import java.lang.reflect.Field;
import org.jspecify.annotations.Nullable;

/**
 * FastTrack's hooks at the application's plain accesses of fields and array elements by reflection,
 * VarHandles, method handles and Unsafe: checked on the variable that is accessed. Other access
 * modes order and are no plain accesses.
 */
public final class IndirectAccess {
  private IndirectAccess() {}

  /** {@code Field.get} and the like are about to run. */
  public static void read(@Nullable Field f, @Nullable Object o, int site) {
    if (f != null) {
      ThreadState t = ThreadState.current();
      access(IndirectField.of(f, 0, t), o, false, site);
    }
  }

  /** {@code Field.set} and the like are about to run. */
  public static void write(@Nullable Field f, @Nullable Object o, int site) {
    if (f != null) {
      ThreadState t = ThreadState.current();
      access(IndirectField.of(f, 0, t), o, true, site);
    }
  }

  /** {@code java.lang.reflect.Array.get} and the like are about to run. */
  public static void readElement(@Nullable Object array, int index, int site) {
    if (array != null && array.getClass().isArray()) {
      FastTrackArrays.readElement(array, index, ThreadState.current(), site);
    }
  }

  /** {@code java.lang.reflect.Array.set} and the like are about to run. */
  public static void writeElement(@Nullable Object array, int index, int site) {
    if (array != null && array.getClass().isArray()) {
      FastTrackArrays.writeElement(array, index, ThreadState.current(), site);
    }
  }

  /**
   * {@code VarHandle.get} is about to run.
   *
   * @param first coordinate, if there is one
   * @param index second coordinate, if there is one
   */
  public static void read(@Nullable Object handle, @Nullable Object first, int index, int site) {
    handle(handle, first, index, false, site);
  }

  /** {@code VarHandle.set} is about to run; parameters as in {@link #read}. */
  public static void write(@Nullable Object handle, @Nullable Object first, int index, int site) {
    handle(handle, first, index, true, site);
  }

  private static void handle(
      @Nullable Object handle, @Nullable Object first, int index, boolean writes, int site) {
    if (handle == null) {
      return;
    }
    if (!handle.getClass().getName().endsWith("$Array")) {
      ThreadState t = ThreadState.current();
      plain(IndirectField.of(handle, 0, t), first, writes, site);
    } else if (writes) {
      writeElement(first, index, site);
    } else {
      readElement(first, index, site);
    }
  }

  /** A method handle is about to be invoked; parameters as in {@link #read}. */
  public static void invoke(@Nullable Object handle, @Nullable Object first, int site) {
    if (handle != null) {
      ThreadState t = ThreadState.current();
      IndirectField f = IndirectField.of(handle, 0, t);
      access(f, first, f.isWrite, site);
    }
  }

  /** {@code Unsafe} is about to read memory plainly. */
  public static void read(@Nullable Object o, long offset, int site) {
    memory(o, offset, false, site);
  }

  /** {@code Unsafe} is about to write memory plainly. */
  public static void write(@Nullable Object o, long offset, int site) {
    memory(o, offset, true, site);
  }

  private static void memory(@Nullable Object o, long offset, boolean writes, int site) {
    if (o == null) {
      return; // outside the heap
    }
    Class<?> c = o.getClass();
    if (!c.isArray()) {
      plain(IndirectField.of(c, offset, ThreadState.current()), o, writes, site);
      return;
    }
    int kind = c.getComponentType().isPrimitive() ? "ZBCSIJFD".indexOf(c.getName().charAt(1)) : 8;
    long from = offset - Bases.OF[kind];
    if (from >= 0 && from / Bases.SIZES[kind] <= Integer.MAX_VALUE) {
      int index = (int) (from / Bases.SIZES[kind]);
      if (writes) {
        FastTrackArrays.writeElement(o, index, ThreadState.current(), site);
      } else {
        FastTrackArrays.readElement(o, index, ThreadState.current(), site);
      }
    }
  }

  /** Offsets of the first elements of arrays, and sizes of elements, by kind. */
  private static final class Bases {
    static final long[] SIZES = {1, 1, 2, 2, 4, 8, 4, 8, Internals.REFERENCE_SIZE};
    static final long[] OF = new long[SIZES.length];

    static {
      String[] kinds = {
        "BOOLEAN", "BYTE", "CHAR", "SHORT", "INT", "LONG", "FLOAT", "DOUBLE", "OBJECT"
      };
      for (int i = 0; i < kinds.length; i++) {
        OF[i] = Internals.constant("ARRAY_".concat(kinds[i]).concat("_BASE_OFFSET"));
      }
    }
  }

  /**
   * {@code Field.get}, {@code MethodHandle.invoke} or the like has returned. The code that the JDK
   * makes for method handles is not woven, so a volatile field's order is seen to here.
   *
   * @param key the Field or the method handle
   * @param o the object, if there is one
   */
  public static void after(@Nullable Object key, @Nullable Object o) {
    if (key != null) {
      IndirectField f = IndirectField.of(key, 0, ThreadState.current());
      if (f.volatileAt != 0 && !f.isWrite) {
        HappensBefore.acquire(f.isStatic ? f.base : o, f.volatileAt);
      }
    }
  }

  private static void access(IndirectField f, @Nullable Object o, boolean writes, int site) {
    if (f.volatileAt != 0 && writes) {
      HappensBefore.release(f.isStatic ? f.base : o, f.volatileAt);
    }
    plain(f, o, writes, site);
  }

  private static void plain(IndirectField f, @Nullable Object o, boolean writes, int site) {
    if (f.field == 0) {
      return;
    }
    ThreadState t = ThreadState.current();
    if (f.isStatic) {
      if (writes) {
        FastTrack.writeStatic(t, f.field, site);
      } else {
        FastTrack.readStatic(t, f.field, site);
      }
    } else if (writes) {
      FastTrack.write(o, t, f.field, site);
    } else {
      FastTrack.read(o, t, f.field, site);
    }
  }
}
