package dev.prescient.runtime.race;

import dev.prescient.runtime.HappensBefore;
import dev.prescient.runtime.Internals;
import dev.prescient.runtime.ThreadState;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * FastTrack's hooks at accesses of two to four fields of one object that woven code makes in one
 * epoch (Rhodes, Flanagan, Freund, <em>BigFoot</em>, PLDI 2017): one comparison tells that all were
 * accessed in this epoch already. A field's id is followed by its access's site.
 *
 * <p>Each number of fields has its methods written out: an array of them would be allocated, and
 * the offsets would be no constants of compiled code.
 */
public final class FieldGroups {
  private static final Unsafe U = Internals.U;

  private FieldGroups() {}

  /**
   * Zero if a field was accessed in an epoch, as its word tells that lies at one of the offsets.
   */
  @ForceInline
  private static long differs(Object o, long[] offsets, int field, long epoch) {
    return FieldShadows.READS[field] <= 0 ? 1 : U.getLong(o, offsets[field]) ^ epoch;
  }

  /** A constructor's store, plain: nobody else can know the object. */
  @ForceInline
  private static void create(Object o, int field, int site, long e) {
    U.putLong(o, FieldShadows.WRITES[field], e);
    U.putLong(o, FieldShadows.READS[field], e);
    U.putLong(o, FieldShadows.SITES[field], (long) site << 32 | site);
  }

  /** Two fields are about to be read, or were just now. */
  public static void read(@Nullable Object o, ThreadState t, int f1, int s1, int f2, int s2) {
    if (o != null
        && (differs(o, FieldShadows.READS, f1, t.epoch)
                | differs(o, FieldShadows.READS, f2, t.epoch))
            != 0) {
      readEach(o, t, f1, s1, f2, s2);
    }
  }

  @DontInline
  private static void readEach(Object o, ThreadState t, int f1, int s1, int f2, int s2) {
    FastTrack.read(o, t, f1, s1);
    FastTrack.read(o, t, f2, s2);
  }

  /** Two fields are about to be written, or were just now. */
  public static void write(@Nullable Object o, ThreadState t, int f1, int s1, int f2, int s2) {
    if (o != null
        && (differs(o, FieldShadows.WRITES, f1, t.epoch)
                | differs(o, FieldShadows.WRITES, f2, t.epoch))
            != 0) {
      writeEach(o, t, f1, s1, f2, s2);
    }
  }

  @DontInline
  private static void writeEach(Object o, ThreadState t, int f1, int s1, int f2, int s2) {
    FastTrack.write(o, t, f1, s1);
    FastTrack.write(o, t, f2, s2);
  }

  /** A constructor writes two fields of its own object, which nobody else can know. */
  public static void create(Object o, ThreadState t, int f1, int s1, int f2, int s2) {
    if (FieldShadows.READS[f1] > 0 && FieldShadows.READS[f2] > 0 && HappensBefore.isOn()) {
      long e = t.use();
      create(o, f1, s1, e);
      create(o, f2, s2, e);
    } else {
      FastTrack.create(o, t, f1, s1);
      FastTrack.create(o, t, f2, s2);
    }
  }

  /** Three fields are about to be read, or were just now. */
  public static void read(
      @Nullable Object o, ThreadState t, int f1, int s1, int f2, int s2, int f3, int s3) {
    if (o != null
        && (differs(o, FieldShadows.READS, f1, t.epoch)
                | differs(o, FieldShadows.READS, f2, t.epoch)
                | differs(o, FieldShadows.READS, f3, t.epoch))
            != 0) {
      readEach(o, t, f1, s1, f2, s2, f3, s3);
    }
  }

  @DontInline
  private static void readEach(
      Object o, ThreadState t, int f1, int s1, int f2, int s2, int f3, int s3) {
    FastTrack.read(o, t, f1, s1);
    FastTrack.read(o, t, f2, s2);
    FastTrack.read(o, t, f3, s3);
  }

  /** Three fields are about to be written, or were just now. */
  public static void write(
      @Nullable Object o, ThreadState t, int f1, int s1, int f2, int s2, int f3, int s3) {
    if (o != null
        && (differs(o, FieldShadows.WRITES, f1, t.epoch)
                | differs(o, FieldShadows.WRITES, f2, t.epoch)
                | differs(o, FieldShadows.WRITES, f3, t.epoch))
            != 0) {
      writeEach(o, t, f1, s1, f2, s2, f3, s3);
    }
  }

  @DontInline
  private static void writeEach(
      Object o, ThreadState t, int f1, int s1, int f2, int s2, int f3, int s3) {
    FastTrack.write(o, t, f1, s1);
    FastTrack.write(o, t, f2, s2);
    FastTrack.write(o, t, f3, s3);
  }

  /** A constructor writes three fields of its own object, which nobody else can know. */
  public static void create(
      Object o, ThreadState t, int f1, int s1, int f2, int s2, int f3, int s3) {
    if (FieldShadows.READS[f1] > 0
        && FieldShadows.READS[f2] > 0
        && FieldShadows.READS[f3] > 0
        && HappensBefore.isOn()) {
      long e = t.use();
      create(o, f1, s1, e);
      create(o, f2, s2, e);
      create(o, f3, s3, e);
    } else {
      FastTrack.create(o, t, f1, s1);
      FastTrack.create(o, t, f2, s2);
      FastTrack.create(o, t, f3, s3);
    }
  }

  /** Four fields are about to be read, or were just now. */
  public static void read(
      @Nullable Object o,
      ThreadState t,
      int f1,
      int s1,
      int f2,
      int s2,
      int f3,
      int s3,
      int f4,
      int s4) {
    if (o != null
        && (differs(o, FieldShadows.READS, f1, t.epoch)
                | differs(o, FieldShadows.READS, f2, t.epoch)
                | differs(o, FieldShadows.READS, f3, t.epoch)
                | differs(o, FieldShadows.READS, f4, t.epoch))
            != 0) {
      readEach(o, t, f1, s1, f2, s2, f3, s3, f4, s4);
    }
  }

  @DontInline
  private static void readEach(
      Object o, ThreadState t, int f1, int s1, int f2, int s2, int f3, int s3, int f4, int s4) {
    FastTrack.read(o, t, f1, s1);
    FastTrack.read(o, t, f2, s2);
    FastTrack.read(o, t, f3, s3);
    FastTrack.read(o, t, f4, s4);
  }

  /** Four fields are about to be written, or were just now. */
  public static void write(
      @Nullable Object o,
      ThreadState t,
      int f1,
      int s1,
      int f2,
      int s2,
      int f3,
      int s3,
      int f4,
      int s4) {
    if (o != null
        && (differs(o, FieldShadows.WRITES, f1, t.epoch)
                | differs(o, FieldShadows.WRITES, f2, t.epoch)
                | differs(o, FieldShadows.WRITES, f3, t.epoch)
                | differs(o, FieldShadows.WRITES, f4, t.epoch))
            != 0) {
      writeEach(o, t, f1, s1, f2, s2, f3, s3, f4, s4);
    }
  }

  @DontInline
  private static void writeEach(
      Object o, ThreadState t, int f1, int s1, int f2, int s2, int f3, int s3, int f4, int s4) {
    FastTrack.write(o, t, f1, s1);
    FastTrack.write(o, t, f2, s2);
    FastTrack.write(o, t, f3, s3);
    FastTrack.write(o, t, f4, s4);
  }

  /** A constructor writes four fields of its own object, which nobody else can know. */
  public static void create(
      Object o, ThreadState t, int f1, int s1, int f2, int s2, int f3, int s3, int f4, int s4) {
    if (FieldShadows.READS[f1] > 0
        && FieldShadows.READS[f2] > 0
        && FieldShadows.READS[f3] > 0
        && FieldShadows.READS[f4] > 0
        && HappensBefore.isOn()) {
      long e = t.use();
      create(o, f1, s1, e);
      create(o, f2, s2, e);
      create(o, f3, s3, e);
      create(o, f4, s4, e);
    } else {
      FastTrack.create(o, t, f1, s1);
      FastTrack.create(o, t, f2, s2);
      FastTrack.create(o, t, f3, s3);
      FastTrack.create(o, t, f4, s4);
    }
  }
}
