package dev.prescient.runtime.control;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Objects whose constructor may have passed them on before it stored all final fields: until it
 * ends, another thread's load of such a field is a scheduling point, and so is each of the stores.
 * Later loads see the fields for certain. An object whose constructor threw stays here.
 *
 * <p>State: written by the holder of the token; {@code count} is looked at by any thread.
 */
public final class Constructions {
  private static final int FEW = 16;

  private static @Nullable Object[] objects = new Object[FEW];
  private static @Nullable ControlledThread[] by = new ControlledThread[FEW];
  private static int count;

  private Constructions() {}

  static void reset() {
    Arrays.fill(objects, null);
    Arrays.fill(by, null);
    count = 0;
  }

  /** The super constructor of {@code o} has run. */
  public static void begin(Object o) {
    ControlledThread me = Scheduler.current();
    if (me == null) {
      return;
    }
    if (count == objects.length) {
      objects = Arrays.copyOf(objects, 2 * count);
      by = Arrays.copyOf(by, 2 * count);
    }
    objects[count] = o;
    by[count++] = me;
  }

  /** The constructor returns. */
  public static void end(Object o) {
    if (Scheduler.current() == null) {
      return;
    }
    for (int i = count - 1; i >= 0; i--) {
      if (objects[i] == o) {
        count--;
        objects[i] = objects[count];
        by[i] = by[count];
        objects[count] = null;
        by[count] = null;
        return;
      }
    }
  }

  /** Before a load of a final field that the constructor of {@code o} may store too late. */
  public static void load(@Nullable Object o, int site) {
    if (count == 0) {
      return;
    }
    ControlledThread me = Scheduler.current();
    if (me != null && isMadeByAnother(o, me)) {
      Scheduler.access(site);
    }
  }

  private static boolean isMadeByAnother(@Nullable Object o, ControlledThread me) {
    for (int i = 0; i < count; i++) {
      if (objects[i] == o && o != null) {
        return by[i] != me;
      }
    }
    return false;
  }
}
