package dev.prescient.runtime.control;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * What the JDK keeps from one run to the next within a JVM, put back so that each begins alike: the
 * common pool as it was before its first task, the counters behind random seeds and names of
 * threads, and the thread-local variables of the thread that runs the body. What a JDK does not
 * have is left out.
 *
 * <p>State: set by {@link #save}, before the first run; used by the thread that runs the body.
 */
public final class JdkState {
  private static final Unsafe U = Unsafe.getUnsafe();

  /** As in the JDK's sources; the seed of a run is added. */
  private static final long UNIQUIFIER = 8682522807148012L;

  private static Slot[] slots = new Slot[64];
  private static int count;

  /** A variable and the value it gets. */
  private static final class Slot {
    final Object base;
    final long at;
    final Class<?> type;
    final long number;

    /** Whether the run's seed is added. */
    final boolean seeded;

    /** Of an array: how many elements, all empty. */
    final int length;

    /** What any other reference is. */
    final @Nullable Object reference;

    Slot(
        Object base,
        long at,
        Class<?> type,
        long number,
        boolean seeded,
        int length,
        @Nullable Object reference) {
      this.base = base;
      this.at = at;
      this.type = type;
      this.number = number;
      this.seeded = seeded;
      this.length = length;
      this.reference = reference;
    }

    void restore(long seed) {
      if (type == long.class) {
        U.putLongVolatile(base, at, seeded ? number + seed : number);
      } else if (type == int.class) {
        U.putIntVolatile(base, at, (int) number);
      } else if (length == 0) {
        U.putReferenceVolatile(base, at, reference);
      } else {
        U.putReferenceVolatile(base, at, Array.newInstance(type.getComponentType(), length));
      }
    }
  }

  private JdkState() {}

  /**
   * Keeps what {@link #restore} puts back. Called once, before the body runs for the first time.
   */
  public static void save() {
    pool("java.util.concurrent.ForkJoinPool");
    counter("java.util.concurrent.ThreadLocalRandom", "probeGenerator", 0, false);
    counter("java.util.concurrent.ThreadLocalRandom", "seeder", 0, true);
    counter("java.util.Random", "seedUniquifier", UNIQUIFIER, true);
    counter("java.util.concurrent.Executors$DefaultThreadFactory", "poolNumber", 1, false);
    counter("java.util.Timer", "nextSerialNumber", 0, false);
    number("java.lang.Thread", "threadInitNumber");
    number("java.lang.Thread$ThreadNumbering", "next");
  }

  /** As if nothing had run yet. The threads of earlier runs have ended. */
  public static void restore(long seed) {
    Thread me = Thread.currentThread();
    boolean unused = Thread.interrupted();
    clear(me, "threadLocals");
    clear(me, "inheritableThreadLocals");
    for (int i = 0; i < count; i++) {
      slots[i].restore(seed);
    }
  }

  private static void add(Slot slot) {
    if (count == slots.length) {
      slots = Arrays.copyOf(slots, 2 * count);
    }
    slots[count++] = slot;
  }

  /** What changes in the common pool, as it is while it has no thread. */
  private static void pool(String type) {
    try {
      Object pool = get(Class.forName(type), "common");
      for (Field f : Class.forName(type).getDeclaredFields()) {
        if (pool != null && !Modifier.isStatic(f.getModifiers()) && !isFinal(f)) {
          field(pool, f);
        }
      }
    } catch (ReflectiveOperationException e) {
      count = 0; // this JDK has no such pool
    }
  }

  private static boolean isFinal(Field f) {
    return Modifier.isFinal(f.getModifiers());
  }

  private static void field(Object o, Field f) {
    long at = U.objectFieldOffset(f);
    Class<?> type = f.getType();
    if (type == long.class) {
      add(new Slot(o, at, type, U.getLongVolatile(o, at), false, 0, null));
    } else if (type == int.class) {
      add(new Slot(o, at, type, U.getIntVolatile(o, at), false, 0, null));
    } else if (!type.isPrimitive()) {
      Object value = U.getReferenceVolatile(o, at);
      boolean array = value != null && type.isArray();
      add(new Slot(o, at, type, 0, false, array ? Array.getLength(value) : 0, value));
    }
  }

  private static @Nullable Object get(Class<?> c, String name) throws NoSuchFieldException {
    Field f = c.getDeclaredField(name);
    U.ensureClassInitialized(c);
    return U.getReferenceVolatile(U.staticFieldBase(f), U.staticFieldOffset(f));
  }

  /** A static AtomicInteger or AtomicLong. */
  private static void counter(String type, String field, long value, boolean seeded) {
    try {
      Object o = get(Class.forName(type), field);
      if (o != null) {
        Field f = o.getClass().getDeclaredField("value");
        add(new Slot(o, U.objectFieldOffset(f), f.getType(), value, seeded, 0, null));
      }
    } catch (ReflectiveOperationException e) {
      // this JDK has no such counter
    }
  }

  /** A static int. */
  private static void number(String type, String field) {
    try {
      Field f = Class.forName(type).getDeclaredField(field);
      if (f.getType() == int.class) {
        long at = U.staticFieldOffset(f);
        add(new Slot(U.staticFieldBase(f), at, int.class, 0, false, 0, null));
      }
    } catch (ReflectiveOperationException e) {
      // this JDK has no such counter
    }
  }

  private static void clear(Thread thread, String field) {
    try {
      U.putReference(thread, U.objectFieldOffset(Thread.class, field), null);
    } catch (InternalError e) {
      // this JDK has no such field
    }
  }
}
