package dev.prescient.runtime.race;

import dev.prescient.runtime.HappensBefore;
import dev.prescient.runtime.Internals;
import dev.prescient.runtime.ThreadState;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * FastTrack's hooks at the application's accesses of fields: one branch-free static call each in
 * woven code. The fast path is [FT READ SAME EPOCH] and [FT WRITE SAME EPOCH]; all else is in
 * {@link Rules}. Array elements are in {@link FastTrackArrays}.
 *
 * <p>State: {@code failed} is set when the detector broke; it is then off for the rest of the run.
 * {@code lost} is counted without a lock and may be a little low.
 */
public final class FastTrack {
  private static final Unsafe U = Internals.U;

  private static volatile @Nullable String failed;
  private static long lost;

  private FastTrack() {}

  /** What broke the detector, or null. */
  public static @Nullable String failure() {
    return failed;
  }

  /** A field is about to be read. */
  public static void read(@Nullable Object o, ThreadState t, int field, int site) {
    if (o != null) {
      long r = FieldShadows.READS[field];
      if (r <= 0 || !t.hasRead(U.getLong(o, r))) {
        field(o, field, site, false, t);
      }
    }
  }

  /** A field is about to be written. */
  public static void write(@Nullable Object o, ThreadState t, int field, int site) {
    if (o != null) {
      long r = FieldShadows.READS[field];
      if (r <= 0 || U.getLong(o, FieldShadows.WRITES[field]) != t.epoch) {
        field(o, field, site, true, t);
      }
    }
  }

  /** A constructor is about to write a field of its own object, which nobody else can know. */
  public static void create(Object o, ThreadState t, int field, int site) {
    long r = FieldShadows.READS[field];
    if (r <= 0) {
      field(o, field, site, true, t);
    } else if (HappensBefore.isOn()) {
      long e = t.use();
      U.putLong(o, FieldShadows.WRITES[field], e);
      U.putLong(o, r, e);
      U.putLong(o, FieldShadows.SITES[field], (long) site << 32 | site);
    }
  }

  /**
   * A static field was read.
   *
   * @param c the class that declares it, a constant of the woven code
   */
  public static void readStatic(Class<?> c, ThreadState t, int field, int site) {
    long r = FieldShadows.READS[field];
    if (r <= 0 || !t.hasRead(U.getLong(c, r))) {
      field(null, field, site, false, t);
    }
  }

  /** A static field was written; parameters as in {@link #readStatic}. */
  public static void writeStatic(Class<?> c, ThreadState t, int field, int site) {
    long r = FieldShadows.READS[field];
    if (r <= 0 || U.getLong(c, FieldShadows.WRITES[field]) != t.epoch) {
      field(null, field, site, true, t);
    }
  }

  /** A static field was read, whose class the code has no constant for. */
  public static void readStatic(ThreadState t, int field, int site) {
    field(null, field, site, false, t);
  }

  /** A static field was written, whose class the code has no constant for. */
  public static void writeStatic(ThreadState t, int field, int site) {
    field(null, field, site, true, t);
  }

  @DontInline
  private static void field(
      @Nullable Object o, int field, int site, boolean writes, ThreadState t) {
    if (t.busy > 0 || !isOn()) {
      return;
    }
    t.busy++;
    try {
      long read = FieldShadows.find(field, o);
      if (read == FieldShadows.NONE) {
        return;
      }
      Object base = o != null ? o : FieldShadows.base(field);
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
        Rules.write(base, write, read, sites, o, field, 0, site, t);
      } else {
        Rules.read(base, write, read, sites, o, field, 0, site, t);
      }
    } catch (Throwable e) { // a hook never throws
      fail(e);
    } finally {
      t.busy--;
    }
  }

  /** An object is about to be cloned: all of its fields are read. */
  public static void cloning(@Nullable Object o, int site) {
    ThreadState t = ThreadState.current();
    if (o != null && HappensBefore.isOn() && t.busy == 0) {
      try {
        for (int field : ClassShadows.fields(o, t)) {
          read(o, t, field, site);
        }
      } catch (Throwable e) { // a hook never throws
        fail(e);
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

  /** Whether checks are made: the program runs and the detector is not broken. */
  static boolean isOn() {
    return HappensBefore.isOn() && failed == null;
  }

  /** Checks that were not made because the program had no stack or heap left for them. */
  public static long lostChecks() {
    return lost;
  }

  /** The detector broke; or one check failed, as the program's next call would have. */
  static void fail(Throwable e) {
    if (e instanceof VirtualMachineError) {
      lost++;
    } else if (failed == null) {
      failed = e.toString();
      System.err.println("pm: internal error, race detection is off from here: " + e);
      e.printStackTrace();
    }
  }
}
