package dev.prescient.runtime.race;

import dev.prescient.runtime.HappensBefore;
import dev.prescient.runtime.Internals;
import dev.prescient.runtime.ThreadState;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * FastTrack's hooks at the application's accesses of fields: one branch-free static call each in
 * woven code. The fast path is [FT READ SAME EPOCH] and [FT WRITE SAME EPOCH]; all else is in
 * {@link Rules}. Array elements are in {@link FastTrackArrays}.
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
    if (t.busy > 0 || !isOn()) {
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

  /** The detector broke. */
  static void fail(Throwable e) {
    if (failed == null) {
      failed = e.toString();
      System.err.println("pm: internal error, race detection is off from here: " + e);
      e.printStackTrace();
    }
  }
}
