package dev.prescient.runtime;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * What we rely on inside the JDK: Unsafe, its constants, and the places of fields of JDK classes.
 * Constants of Unsafe changed their type after JDK 17, so they are read reflectively.
 */
public final class Internals {
  /** Raw memory. */
  public static final Unsafe U = Unsafe.getUnsafe();

  /** Offset of the first element of an {@code Object[]}. */
  public static final long REFERENCES = constant("ARRAY_OBJECT_BASE_OFFSET");

  /** Bytes per element of an {@code Object[]}. */
  public static final long REFERENCE_SIZE = constant("ARRAY_OBJECT_INDEX_SCALE");

  /** Offset of the first element of a {@code long[]}. */
  public static final long LONGS = constant("ARRAY_LONG_BASE_OFFSET");

  private Internals() {}

  /** A numeric constant of Unsafe. */
  public static long constant(String name) {
    try {
      return ((Number) Unsafe.class.getField(name).get(null)).longValue();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("pm: jdk.internal.misc.Unsafe has no " + name, e);
    }
  }

  /**
   * The offset of a declared instance field.
   *
   * @return the offset, or -1 if the class declares no field of that name
   */
  public static long offset(Class<?> c, String name) {
    try {
      return U.objectFieldOffset(c, name);
    } catch (InternalError e) {
      return -1;
    }
  }

  /** The first of several names under which releases of the JDK know a field. */
  static long offsetOfAny(Class<?> c, String... names) {
    for (String name : names) {
      long offset = offset(c, name);
      if (offset >= 0) {
        return offset;
      }
    }
    throw new IllegalStateException("pm: this JDK is unknown: no " + names[0] + " in " + c);
  }

  /** Takes a spin lock: an {@code int} that is 1 while held. The holder never blocks or waits. */
  public static void lock(Object owner, long offset) {
    if (!tryLock(owner, offset)) {
      await(owner, offset);
    }
  }

  @DontInline
  private static void await(Object owner, long offset) {
    for (int spins = 0; !tryLock(owner, offset); spins++) {
      pause(spins);
    }
  }

  /** Takes a spin lock if nobody has it; whether it did. */
  public static boolean tryLock(Object owner, long offset) {
    return U.compareAndSetInt(owner, offset, 0, 1);
  }

  /** Gives a spin lock back. */
  public static void unlock(Object owner, long offset) {
    U.putIntRelease(owner, offset, 0);
  }

  /**
   * Waits a little for another thread to finish a short step. It never parks: that could take the
   * permit that the program gave this thread for its own next park. A virtual thread only spins,
   * since it would yield its carrier.
   */
  @SuppressWarnings("ThreadPriorityCheck") // yield is a hint only, as it is meant
  public static void pause(int spins) {
    if ((spins & 63) == 63 && Thread.currentThread().getClass() != VirtualThreads.CLASS) {
      Thread.yield(); // the other thread may need our processor
    } else {
      Thread.onSpinWait();
    }
  }

  private static final class VirtualThreads {
    /** {@code java.lang.VirtualThread}; null before JDK 21. */
    static final @Nullable Class<?> CLASS = find();

    private static @Nullable Class<?> find() {
      try {
        return Class.forName("java.lang.VirtualThread", false, null);
      } catch (ClassNotFoundException e) {
        return null;
      }
    }
  }

  /** The name of a thread without passing through woven code of {@link Thread}. */
  static @Nullable String rawName(Thread t) {
    return (String) U.getReference(t, NameOffset.VALUE);
  }

  private static final class NameOffset {
    static final long VALUE = offsetOfAny(Thread.class, "name");
  }
}
