package dev.prescient.runtime.control;

import dev.prescient.runtime.ThreadState;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * What would differ from run to run without any race: identity hashes, random seeds, thread ids in
 * seeds. They come from the thread's path and the run's seed. An identity hash is installed in the
 * object's mark word; where that fails the JVM's own is used and counted.
 *
 * <p>State: the layout is probed once before the scheduler is active.
 */
public final class Identity {
  private static final Unsafe U = Unsafe.getUnsafe();
  private static final long HASH_BITS = 0x7fffffffL;
  private static final long SEED = offset("threadLocalRandomSeed");
  private static final long PROBE = offset("threadLocalRandomProbe");
  private static final long SECONDARY = offset("threadLocalRandomSecondarySeed");

  private static long seed;
  private static int shift;
  private static boolean usable;
  private static final boolean LIGHTWEIGHT = Runtime.version().feature() >= 22;
  private static long fallbacks;

  private static final ClassValue<Boolean> IDENTITY =
      new ClassValue<Boolean>() {
        @Override
        protected Boolean computeValue(Class<?> c) {
          try {
            return c.getMethod("hashCode").getDeclaringClass() == Object.class;
          } catch (Throwable t) {
            return Boolean.FALSE;
          }
        }
      };

  private Identity() {}

  private static long offset(String field) {
    try {
      return U.objectFieldOffset(Thread.class, field);
    } catch (Throwable t) {
      return -1;
    }
  }

  static void seed(long runSeed) {
    seed = runSeed;
    fallbacks = 0;
  }

  /** Identity hashes left to the JVM. */
  public static long fallbacks() {
    return fallbacks;
  }

  /**
   * Finds where the mark word keeps the hash, and whether one can be installed. What draws at
   * random when it is first used, and may be used first by a thread of the JVM, does so before the
   * run.
   */
  static void probe() {
    if (usable) {
      return;
    }
    initialise("java.util.concurrent.ThreadLocalRandom");
    Object known = new Object();
    int hash = System.identityHashCode(known);
    long mark = U.getLongVolatile(known, 0L);
    for (int s = 7; s <= 33 && shift == 0; s++) {
      if ((mark >>> s & HASH_BITS) == hash) {
        shift = s;
      }
    }
    Object fresh = new Object();
    long m = U.getLongVolatile(fresh, 0L);
    if (shift > 0 && (m & 3) == 1 && (m >>> shift & HASH_BITS) == 0) {
      usable =
          U.compareAndSetLong(fresh, 0L, m, m | 0x1234567L << shift)
              && System.identityHashCode(fresh) == 0x1234567;
    }
    boolean unused = IDENTITY.get(Object.class);
  }

  private static void initialise(String type) {
    try {
      Class<?> unused = Class.forName(type, true, null);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  static long mix(long z) {
    z = (z ^ z >>> 33) * 0xff51afd7ed558ccdL;
    z = (z ^ z >>> 33) * 0xc4ceb9fe1a85ec53L;
    return z ^ z >>> 33;
  }

  private static long pathHash(ControlledThread t) {
    long h = seed;
    for (int i = 0; i < t.path.length(); i++) {
      h = h * 31 + t.path.charAt(i);
    }
    return mix(h);
  }

  /** ThreadLocalRandom's three fields. */
  static void seedThread(ControlledThread t) {
    long h = pathHash(t);
    if (SEED >= 0 && PROBE >= 0 && SECONDARY >= 0) {
      U.putLong(t.thread, SEED, h);
      U.putInt(t.thread, PROBE, (int) (h >>> 33) | 1);
      U.putInt(t.thread, SECONDARY, (int) h | 1);
    }
  }

  // --------------------------------------------------------------------------------------- hooks

  /** Instead of {@code System.identityHashCode(o)}. */
  public static int identityHashCode(@Nullable Object o) {
    if (o != null) {
      install(o);
    }
    return System.identityHashCode(o);
  }

  /** Before {@code o.hashCode()}, where the receiver may be any object. */
  public static void beforeHashCode(@Nullable Object o) {
    if (o == null || !Scheduler.on()) {
      return;
    }
    Class<?> c = o.getClass();
    if (c != String.class && c != Integer.class && c != Long.class) {
      if (c.isArray() || usesIdentity(c)) {
        install(o);
      }
    }
  }

  private static boolean usesIdentity(Class<?> c) {
    ControlledThread me = Scheduler.present();
    ThreadState clocks = me == null ? null : me.clocks;
    if (clocks == null) {
      return false;
    }
    clocks.busy++;
    try {
      return IDENTITY.get(c);
    } finally {
      clocks.busy--;
    }
  }

  private static void install(Object o) {
    ControlledThread me = usable ? Scheduler.present() : null;
    if (me == null) {
      return;
    }
    long mark = U.getLongVolatile(o, 0L);
    if ((mark & 3) > 1) {
      fallbacks++;
      return;
    }
    if ((mark & 3) == 0 && !LIGHTWEIGHT) {
      fallbacks++; // stack-locked: the word is a pointer
      return;
    }
    if ((mark >>> shift & HASH_BITS) == 0) {
      int c = o.getClass().getName().hashCode();
      long h =
          mix(((long) me.path.hashCode() << 32) + ((long) c << 13) + ++me.hashes[c & 63])
              & HASH_BITS;
      if (!U.compareAndSetLong(o, 0L, mark, mark | ((h == 0 ? 1 : h) << shift))) {
        fallbacks++;
      }
    }
  }

  /** After the JDK drew the bytes of a random UUID: drawn anew from the run's seed. */
  public static void randomBytes(byte[] bytes) {
    ControlledThread me = Scheduler.present();
    if (me == null) {
      return;
    }
    long bits = pathHash(me) + ++me.uuids;
    for (int i = 0; i < bytes.length; i++) {
      if ((i & 7) == 0) {
        bits = mix(bits + i);
      }
      bytes[i] = (byte) (bits >>> ((i & 7) * 8));
    }
  }

  /** Instead of the clock in the seed of a {@code Random}: what is left of it comes from us. */
  public static long randomTime() {
    return Scheduler.present() == null ? System.nanoTime() : 0;
  }

  /** After the JDK made the other part of the seed of a {@code Random}. */
  public static long randomSeed(long drawn) {
    ControlledThread me = Scheduler.present();
    return me == null ? drawn : mix(pathHash(me) + ++me.randoms);
  }

  /** Instead of a thread's id in ThreadLocalRandom. */
  public static long threadId(Thread t) {
    ControlledThread c = Scheduler.on() ? Roster.find(t) : null;
    return c == null ? 1_000_000L : 1000L + c.id;
  }
}
