package dev.prescient.runtime.memory;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/** Reads fields, whatever their access; the program does not notice. */
public final class FieldValues {
  private static final Unsafe U = Unsafe.getUnsafe();

  private FieldValues() {}

  /**
   * The raw bits of a primitive field, {@code int} and smaller sign-extended.
   *
   * @param owner the object, or the class that declares a static field
   * @param declaration {@code a/b/C.name:desc}
   * @throws ReflectiveOperationException if there is no such field
   */
  public static long bits(Object owner, String declaration) throws ReflectiveOperationException {
    Field f = field(owner, declaration);
    Object base = base(owner, f);
    long at = offset(f);
    return switch (declaration.charAt(declaration.length() - 1)) {
      case 'Z' -> U.getBoolean(base, at) ? 1 : 0;
      case 'B' -> U.getByte(base, at);
      case 'C' -> U.getChar(base, at);
      case 'S' -> U.getShort(base, at);
      case 'I', 'F' -> U.getInt(base, at);
      default -> U.getLong(base, at);
    };
  }

  /** A field of a reference type; parameters and errors as in {@link #bits}. */
  public static @Nullable Object reference(Object owner, String declaration)
      throws ReflectiveOperationException {
    Field f = field(owner, declaration);
    return U.getReference(base(owner, f), offset(f));
  }

  private static Object base(Object owner, Field f) {
    return Modifier.isStatic(f.getModifiers()) ? U.staticFieldBase(f) : owner;
  }

  private static long offset(Field f) {
    return Modifier.isStatic(f.getModifiers()) ? U.staticFieldOffset(f) : U.objectFieldOffset(f);
  }

  private static Field field(Object owner, String declaration) throws ReflectiveOperationException {
    int colon = declaration.lastIndexOf(':');
    int dot = declaration.lastIndexOf('.', colon);
    String className = declaration.substring(0, dot).replace('/', '.');
    Class<?> c = owner instanceof Class<?> type ? type : owner.getClass();
    while (c != null && !c.getName().equals(className)) {
      c = c.getSuperclass();
    }
    if (c == null) {
      throw new NoSuchFieldException(declaration);
    }
    return c.getDeclaredField(declaration.substring(dot + 1, colon));
  }
}
