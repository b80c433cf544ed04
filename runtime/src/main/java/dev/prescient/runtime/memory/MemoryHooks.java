package dev.prescient.runtime.memory;

import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.control.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * The hooks woven around loads and stores of racy variables. They pass the accesses on to the one
 * {@link MemoryModel}; without one every load returns what the variable holds. A failure of the
 * model never reaches the program: it turns the model off, once and loudly.
 *
 * <p>State: {@code model} is set before the first hook runs and cleared by the first failure; both
 * are benign races, a hook reads it once.
 */
public final class MemoryHooks {
  private static volatile @Nullable MemoryModel model;

  private MemoryHooks() {}

  /** Installs the model, before the program starts. */
  public static void install(MemoryModel m) {
    model = m;
  }

  /** Whether a model is installed and has not failed. */
  public static boolean active() {
    return model != null;
  }

  /** The class of that name at or above {@code c}: where a static of a superclass is declared. */
  public static Class<?> declaring(Class<?> c, String name) {
    for (Class<?> up = c; up != null; up = up.getSuperclass()) {
      if (up.getName().equals(name)) {
        return up;
      }
    }
    return c;
  }

  /** Before a load: another thread may go first. */
  public static void beforeRead(int site) {
    Scheduler.load(site);
  }

  /** Before a store: another thread may go first; then the variable's old value is still there. */
  public static void beforeWrite(@Nullable Object owner, long key, int site) {
    Scheduler.store(site);
    MemoryModel m = model;
    if (m == null) {
      return;
    }
    ThreadState t = ThreadState.current();
    if (t.busy != 0) {
      return;
    }
    t.busy++;
    try {
      m.beforeWrite(t, owner, key, site);
    } catch (Throwable e) {
      failed(e);
    } finally {
      t.busy--;
    }
  }

  /** After a load of boolean, byte, char, short or int. */
  public static int readInt(int value, Object owner, long key, int site) {
    return model == null ? value : (int) read(value, owner, key, site);
  }

  /** After a load of a long. */
  public static long readLong(long value, Object owner, long key, int site) {
    return model == null ? value : read(value, owner, key, site);
  }

  /** After a load of a float. */
  public static float readFloat(float value, Object owner, long key, int site) {
    if (model == null) {
      return value;
    }
    int bits = Float.floatToRawIntBits(value);
    int seen = (int) read(bits, owner, key, site);
    return seen == bits ? value : Float.intBitsToFloat(seen);
  }

  /** After a load of a double. */
  public static double readDouble(double value, Object owner, long key, int site) {
    if (model == null) {
      return value;
    }
    long bits = Double.doubleToRawLongBits(value);
    long seen = read(bits, owner, key, site);
    return seen == bits ? value : Double.longBitsToDouble(seen);
  }

  /** After a load of a reference. */
  public static @Nullable Object readReference(
      @Nullable Object value, Object owner, long key, int site) {
    MemoryModel m = model;
    if (m == null) {
      return value;
    }
    ThreadState t = ThreadState.current();
    if (t.busy != 0) {
      return value;
    }
    t.busy++;
    try {
      return m.readReference(t, owner, key, value, site);
    } catch (Throwable e) {
      failed(e);
      return value;
    } finally {
      t.busy--;
    }
  }

  /** After a store of boolean, byte, char, short or int. */
  public static void wroteInt(Object owner, long key, int value, int site) {
    wrote(owner, key, value, site);
  }

  /** After a store of a long. */
  public static void wroteLong(Object owner, long key, long value, int site) {
    wrote(owner, key, value, site);
  }

  /** After a store of a float. */
  public static void wroteFloat(Object owner, long key, float value, int site) {
    wrote(owner, key, Float.floatToRawIntBits(value), site);
  }

  /** After a store of a double. */
  public static void wroteDouble(Object owner, long key, double value, int site) {
    wrote(owner, key, Double.doubleToRawLongBits(value), site);
  }

  /** After a store of a reference. */
  public static void wroteReference(Object owner, long key, @Nullable Object value, int site) {
    MemoryModel m = model;
    if (m == null) {
      return;
    }
    ThreadState t = ThreadState.current();
    if (t.busy != 0) {
      return;
    }
    t.busy++;
    try {
      m.wroteReference(t, owner, key, value, site);
    } catch (Throwable e) {
      failed(e);
    } finally {
      t.busy--;
    }
  }

  /** Before a call that writes something out of the program. */
  public static void writesOut(int site) {
    MemoryModel m = model;
    if (m == null) {
      return;
    }
    ThreadState t = ThreadState.current();
    if (t.busy != 0) {
      return;
    }
    t.busy++;
    try {
      m.writesOut(t, site);
    } catch (Throwable e) {
      failed(e);
    } finally {
      t.busy--;
    }
  }

  private static long read(long bits, Object owner, long key, int site) {
    MemoryModel m = model;
    if (m == null) {
      return bits;
    }
    ThreadState t = ThreadState.current();
    if (t.busy != 0) {
      return bits;
    }
    t.busy++;
    try {
      return m.read(t, owner, key, bits, site);
    } catch (Throwable e) {
      failed(e);
      return bits;
    } finally {
      t.busy--;
    }
  }

  private static void wrote(Object owner, long key, long bits, int site) {
    MemoryModel m = model;
    if (m == null) {
      return;
    }
    ThreadState t = ThreadState.current();
    if (t.busy != 0) {
      return;
    }
    t.busy++;
    try {
      m.wrote(t, owner, key, bits, site);
    } catch (Throwable e) {
      failed(e);
    } finally {
      t.busy--;
    }
  }

  private static void failed(Throwable e) {
    if (model != null) {
      model = null;
      System.err.println("pm: the memory model failed and is off for the rest of the run: " + e);
    }
  }
}
