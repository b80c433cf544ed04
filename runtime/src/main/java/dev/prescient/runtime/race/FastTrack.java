package dev.prescient.runtime.race;

import dev.prescient.runtime.HappensBefore;
import dev.prescient.runtime.Internals;
import dev.prescient.runtime.ThreadState;
import java.lang.reflect.Array;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * FastTrack's hooks at the application's accesses of fields and array elements: one branch-free
 * static call each in woven code. The fast path is [FT READ SAME EPOCH] and [FT WRITE SAME EPOCH];
 * all else is in {@link Rules}.
 *
 * <p>State: {@code failed} is set when the detector broke; it is then off for the rest of the run.
 */
public final class FastTrack {
  private static final Unsafe U = Internals.U;

  private static volatile @Nullable String failed;

  private FastTrack() {}

  /** What broke the detector, or null. */
  public static @Nullable String failure() {
    return failed;
  }

  /** A field is about to be read. */
  @ForceInline
  public static void read(@Nullable Object o, int field, int site) {
    if (o != null) {
      ThreadState t = ThreadState.current();
      long r = FieldShadows.READS[field];
      if (r <= 0 || U.getLong(o, r) != t.epoch) {
        field(o, field, site, false, t);
      }
    }
  }

  /** A field is about to be written. */
  @ForceInline
  public static void write(@Nullable Object o, int field, int site) {
    if (o != null) {
      ThreadState t = ThreadState.current();
      long r = FieldShadows.READS[field];
      if (r <= 0 || U.getLong(o, FieldShadows.WRITES[field]) != t.epoch) {
        field(o, field, site, true, t);
      }
    }
  }

  /** A static field was read. */
  @ForceInline
  public static void readStatic(int field, int site) {
    ThreadState t = ThreadState.current();
    long r = FieldShadows.READS[field];
    if (r <= 0 || U.getLong(FieldShadows.BASES[field], r) != t.epoch) {
      field(null, field, site, false, t);
    }
  }

  /** A static field was written. */
  @ForceInline
  public static void writeStatic(int field, int site) {
    ThreadState t = ThreadState.current();
    long r = FieldShadows.READS[field];
    if (r <= 0 || U.getLong(FieldShadows.BASES[field], FieldShadows.WRITES[field]) != t.epoch) {
      field(null, field, site, true, t);
    }
  }

  @DontInline
  private static void field(
      @Nullable Object o, int field, int site, boolean writes, ThreadState t) {
    if (t.busy > 0 || !HappensBefore.isOn() || failed != null) {
      return;
    }
    t.busy++;
    try {
      long read = FieldShadows.find(field, o);
      if (read == FieldShadows.NONE) {
        return;
      }
      Object base = o != null ? o : FieldShadows.BASES[field];
      if (base == null) {
        return;
      }
      long write = FieldShadows.WRITES[field];
      long sites = FieldShadows.SITES[field];
      if (read == FieldShadows.EXTERNAL) {
        base = VarShadow.Table.of(base, dev.prescient.runtime.FieldTable.detail(field));
        read = VarShadow.R;
        write = VarShadow.W;
        sites = VarShadow.S;
      }
      if (writes) {
        Rules.write(base, write, read, sites, o, field, 0, null, site, t);
      } else {
        Rules.read(base, write, read, sites, o, field, 0, null, site, t);
      }
    } catch (Throwable e) { // a hook never throws
      fail(e);
    } finally {
      t.busy--;
    }
  }

  /** An array element is about to be read. */
  @ForceInline
  public static void readElement(@Nullable Object array, int i, int site) {
    if (array != null) {
      ThreadState t = ThreadState.current();
      ArrayShadow shadow = ArrayShadow.of(array, t);
      if (i >= 0 && i < shadow.length) {
        long[] page = shadow.pages[i / ArrayShadow.PAGE];
        if (page == null || page[i % ArrayShadow.PAGE * ArrayShadow.WORDS + 1] != t.epoch) {
          element(array, shadow, i, site, false, t);
        }
      }
    }
  }

  /** An array element is about to be written. */
  @ForceInline
  public static void writeElement(@Nullable Object array, int i, int site) {
    if (array != null) {
      ThreadState t = ThreadState.current();
      ArrayShadow shadow = ArrayShadow.of(array, t);
      if (i >= 0 && i < shadow.length) {
        long[] page = shadow.pages[i / ArrayShadow.PAGE];
        if (page == null || page[i % ArrayShadow.PAGE * ArrayShadow.WORDS] != t.epoch) {
          element(array, shadow, i, site, true, t);
        }
      }
    }
  }

  @DontInline
  private static void element(
      Object array, ArrayShadow shadow, int i, int site, boolean writes, ThreadState t) {
    if (t.busy > 0 || !HappensBefore.isOn() || failed != null) {
      return;
    }
    t.busy++;
    try {
      long[] page = shadow.page(i);
      long write = Internals.LONGS + 8L * ArrayShadow.WORDS * (i % ArrayShadow.PAGE);
      if (writes) {
        Rules.write(page, write, write + 8, write + 16, array, 0, i, shadow, site, t);
      } else {
        Rules.read(page, write, write + 8, write + 16, array, 0, i, shadow, site, t);
      }
    } catch (Throwable e) { // a hook never throws
      fail(e);
    } finally {
      t.busy--;
    }
  }

  /**
   * {@code System.arraycopy} is about to run. A call that will throw is not checked.
   *
   * @param n elements
   */
  public static void copy(
      @Nullable Object from, int start, @Nullable Object to, int at, int n, int site) {
    if (inRange(from, start, n) && inRange(to, at, n)) {
      for (int i = 0; i < n; i++) {
        readElement(from, start + i, site);
      }
      for (int i = 0; i < n; i++) {
        writeElement(to, at + i, site);
      }
    }
  }

  private static boolean inRange(@Nullable Object array, int start, int n) {
    return array != null
        && array.getClass().isArray()
        && start >= 0
        && n >= 0
        && start <= Array.getLength(array) - n;
  }

  /** An array is about to be cloned. */
  public static void readAll(@Nullable Object array, int site) {
    if (array != null) {
      int length = Array.getLength(array);
      for (int i = 0; i < length; i++) {
        readElement(array, i, site);
      }
    }
  }

  /** An object was cloned with all of its fields: the copy's shadow words are not its own. */
  public static Object cloned(Object copy) {
    ThreadState t = ThreadState.current();
    if (HappensBefore.isOn() && t.busy == 0) {
      t.busy++;
      try {
        ClassShadows.clear(copy);
      } catch (Throwable e) { // a hook never throws
        fail(e);
      } finally {
        t.busy--;
      }
    }
    return copy;
  }

  private static void fail(Throwable e) {
    if (failed == null) {
      failed = e.toString();
      System.err.println("pm: internal error, race detection is off from here: " + e);
      e.printStackTrace();
    }
  }
}
