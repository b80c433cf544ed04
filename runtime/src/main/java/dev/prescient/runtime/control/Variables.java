package dev.prescient.runtime.control;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * The variables of a class's instances, or its own static ones, in memory: read all at once, and
 * written back. Values of primitive types are boxed; a null stands for the default of any type.
 */
public final class Variables {
  private static final Unsafe U = Unsafe.getUnsafe();

  private final Field[] fields;
  private final long[] offsets;
  private final @Nullable Object base;

  private Variables(Field[] fields, boolean statics) {
    this.fields = fields;
    offsets = new long[fields.length];
    for (int i = 0; i < fields.length; i++) {
      offsets[i] = statics ? U.staticFieldOffset(fields[i]) : U.objectFieldOffset(fields[i]);
    }
    base = statics && fields.length > 0 ? U.staticFieldBase(fields[0]) : null;
  }

  /** Those of instances, with those of superclasses. */
  public static Variables ofInstances(Class<?> c) {
    Field[] all = {};
    for (Class<?> up = c; up != null; up = up.getSuperclass()) {
      Field[] own = declared(up, false);
      Field[] more = new Field[all.length + own.length];
      System.arraycopy(all, 0, more, 0, all.length);
      System.arraycopy(own, 0, more, all.length, own.length);
      all = more;
    }
    return new Variables(all, false);
  }

  /** The class's own static ones. */
  public static Variables ofStatics(Class<?> c) {
    return new Variables(declared(c, true), true);
  }

  private static Field[] declared(Class<?> c, boolean statics) {
    Field[] all = c.getDeclaredFields();
    int count = 0;
    for (Field f : all) {
      if (Modifier.isStatic(f.getModifiers()) == statics) {
        all[count++] = f;
      }
    }
    Field[] some = new Field[count];
    System.arraycopy(all, 0, some, 0, count);
    return some;
  }

  /** How many there are. */
  public int size() {
    return fields.length;
  }

  /** Whether one holds a reference. */
  public boolean isReference(int i) {
    return !fields[i].getType().isPrimitive();
  }

  /** What static ones are read from and written to; null if there are none. */
  public @Nullable Object base() {
    return base;
  }

  /** Whether a class is not yet initialised. */
  public static boolean uninitialised(Class<?> c) {
    return U.shouldBeInitialized(c);
  }

  /** All values. */
  public @Nullable Object[] read(Object of) {
    @Nullable Object[] values = new Object[fields.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = read(of, offsets[i], fields[i].getType());
    }
    return values;
  }

  /** Writes values back; final variables stay as they are. */
  public void write(Object of, @Nullable Object[] values) {
    for (int i = 0; i < values.length; i++) {
      if (!Modifier.isFinal(fields[i].getModifiers())) {
        write(of, offsets[i], fields[i].getType(), values[i]);
      }
    }
  }

  private static @Nullable Object read(Object o, long at, Class<?> type) {
    if (!type.isPrimitive()) {
      return U.getReferenceVolatile(o, at);
    }
    if (type == long.class || type == double.class) {
      return U.getLongVolatile(o, at);
    }
    if (type == int.class || type == float.class) {
      return U.getIntVolatile(o, at);
    }
    if (type == short.class || type == char.class) {
      return U.getShortVolatile(o, at);
    }
    return U.getByteVolatile(o, at);
  }

  private static void write(Object o, long at, Class<?> type, @Nullable Object value) {
    if (!type.isPrimitive()) {
      U.putReferenceVolatile(o, at, value);
      return;
    }
    long bits = value instanceof Number n ? n.longValue() : 0;
    if (type == long.class || type == double.class) {
      U.putLongVolatile(o, at, bits);
    } else if (type == int.class || type == float.class) {
      U.putIntVolatile(o, at, (int) bits);
    } else if (type == short.class || type == char.class) {
      U.putShortVolatile(o, at, (short) bits);
    } else {
      U.putByteVolatile(o, at, (byte) bits);
    }
  }
}
