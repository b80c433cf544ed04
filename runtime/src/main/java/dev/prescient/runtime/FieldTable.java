package dev.prescient.runtime;

import java.lang.ref.WeakReference;
import jdk.internal.vm.annotation.Stable;
import org.jspecify.annotations.Nullable;

/**
 * The fields that woven code refers to by a dense id: who declares them and where they lie. A field
 * is defined when code that uses it is woven, for that code's loader, and found when the code first
 * runs, since its class may not be loaded before.
 *
 * <p>State: {@code defined} and the definitions are guarded by this class's spin lock; {@code
 * OFFSETS}, stable so that compiled code has them as constants, goes from 0 (unknown) to its final
 * value once, and racing threads compute the same; {@code BASES} is written before it.
 */
public final class FieldTable {
  /** Ids are 1..CAPACITY-1; 0 stands for a field that came too late to get one. */
  public static final int CAPACITY = 1 << 17;

  /**
   * Ids below are fields that the boot loader's classes use, in the order of their definition: the
   * same in every process that begins with the same definitions.
   */
  public static final int JDK_FIELDS = 1 << 14;

  /** An offset that is never used: the field's class was not found. */
  public static final long NOWHERE = -1;

  private static final long LOCK = Internals.offset(FieldTable.class, "lock");
  private static final FieldTable ONLY = new FieldTable();

  @Stable private static final long[] OFFSETS = new long[CAPACITY];

  @Stable private static final @Nullable WeakReference<Class<?>>[] BASES = bases(CAPACITY);

  private static final @Nullable Definition[] DEFINITIONS = new Definition[CAPACITY];

  @SuppressWarnings("unused") // taken through its offset
  private volatile int lock;

  private int defined = JDK_FIELDS - 1;
  private int jdkDefined;

  private FieldTable() {}

  private static final class Definition {
    final String owner;
    final String name;
    final boolean isStatic;
    final String descriptor;
    final @Nullable WeakReference<ClassLoader> loader;
    final int detail;

    Definition(
        String owner,
        String name,
        boolean isStatic,
        String descriptor,
        @Nullable WeakReference<ClassLoader> loader,
        int detail) {
      this.owner = owner;
      this.name = name;
      this.isStatic = isStatic;
      this.descriptor = descriptor;
      this.loader = loader;
      this.detail = detail;
    }
  }

  /**
   * Defines a field.
   *
   * @param owner the declaring class, {@code a.b.C}
   * @param descriptor its type
   * @param loader through which the using code finds the class
   * @param detail a number for the caller's own use
   * @return its id, or 0 if there are none left
   */
  public static int define(
      String owner,
      String name,
      String descriptor,
      boolean isStatic,
      @Nullable ClassLoader loader,
      int detail) {
    Definition d =
        new Definition(
            owner,
            name,
            isStatic,
            descriptor,
            loader == null ? null : new WeakReference<>(loader),
            detail);
    Internals.lock(ONLY, LOCK);
    try {
      if (ONLY.defined + 1 >= CAPACITY) {
        return 0;
      }
      DEFINITIONS[++ONLY.defined] = d;
      return ONLY.defined;
    } finally {
      Internals.unlock(ONLY, LOCK);
    }
  }

  /**
   * Defines a field that a class of the boot loader uses.
   *
   * @param owner the declaring class, {@code a.b.C}
   * @param descriptor its type
   * @return its id, below {@link #JDK_FIELDS}, or 0 if there are none left
   */
  public static int defineJdk(String owner, String name, String descriptor, boolean isStatic) {
    Definition d = new Definition(owner, name, isStatic, descriptor, null, 0);
    Internals.lock(ONLY, LOCK);
    try {
      if (ONLY.jdkDefined + 1 >= JDK_FIELDS) {
        return 0;
      }
      DEFINITIONS[++ONLY.jdkDefined] = d;
      return ONLY.jdkDefined;
    } finally {
      Internals.unlock(ONLY, LOCK);
    }
  }

  /** The detail given with a field's definition. */
  public static int detail(int field) {
    Definition d = DEFINITIONS[field];
    return d == null ? 0 : d.detail;
  }

  /** The value of an object's field if that is of a reference type, else null. */
  public static @Nullable Object reference(int field, Object o) {
    Definition d = DEFINITIONS[field];
    long offset = d == null || d.descriptor.length() == 1 ? NOWHERE : offset(field, o);
    return offset > 0 ? Internals.U.getReference(o, offset) : null;
  }

  /** A field's declaration, {@code a/b/C.name:desc}. */
  public static String declaration(int field) {
    Definition d = DEFINITIONS[field];
    return d == null
        ? "?.?:?"
        : d.owner.replace('.', '/').concat(".").concat(d.name).concat(":").concat(d.descriptor);
  }

  /** The name of a field, for messages. */
  public static String name(int field) {
    Definition d = DEFINITIONS[field];
    return d == null ? "?" : d.owner + "." + d.name;
  }

  /** A field's name without its class. */
  static String simpleName(int field) {
    Definition d = DEFINITIONS[field];
    return d == null ? "?" : d.name;
  }

  /**
   * Where a field lies: the offset in its object, or in its class's statics.
   *
   * @param o the object; null for a static field
   * @return the offset, or {@link #NOWHERE}
   */
  static long offset(int field, @Nullable Object o) {
    long offset = OFFSETS[field];
    return offset != 0 ? offset : find(field, o);
  }

  @SuppressWarnings("unchecked") // there are no generic arrays
  private static @Nullable WeakReference<Class<?>>[] bases(int n) {
    return (WeakReference<Class<?>>[]) new WeakReference<?>[n];
  }

  /** The class whose object a static field's offset counts from, or null. */
  static @Nullable Class<?> base(int field) {
    WeakReference<Class<?>> base = BASES[field];
    return base == null ? null : base.get();
  }

  /**
   * The class that declares a field.
   *
   * @param o an object that has the field, or null for a static one
   */
  public static @Nullable Class<?> owner(int field, @Nullable Object o) {
    Definition d = DEFINITIONS[field];
    if (d == null) {
      return null;
    }
    for (Class<?> c = o == null ? null : o.getClass(); c != null; c = c.getSuperclass()) {
      if (isNamed(c, d.owner)) {
        return c;
      }
    }
    try {
      return Class.forName(d.owner, false, d.loader == null ? null : d.loader.get());
    } catch (ClassNotFoundException | LinkageError e) {
      return null;
    }
  }

  /** Whether a class has a name in its class file; hidden ones have it with something behind. */
  private static boolean isNamed(Class<?> c, String name) {
    String full = c.getName();
    return full.startsWith(name)
        && (full.length() == name.length() || (c.isHidden() && full.charAt(name.length()) == '/'));
  }

  private static long find(int field, @Nullable Object o) {
    ThreadState t = ThreadState.current();
    t.busy++;
    long offset = NOWHERE;
    try {
      Definition d = DEFINITIONS[field];
      Class<?> c = owner(field, d != null && d.isStatic ? null : o);
      if (c != null && d != null) {
        offset = Internals.offset(c, d.name); // of static fields, too
        if (d.isStatic && offset > 0) {
          BASES[field] = new WeakReference<>(c); // HotSpot keeps statics in the class object
        }
      }
    } catch (RuntimeException | LinkageError e) {
      offset = NOWHERE;
    } finally {
      t.busy--;
    }
    Internals.U.storeFence();
    OFFSETS[field] = offset;
    return offset;
  }
}
