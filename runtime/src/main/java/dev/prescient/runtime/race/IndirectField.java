package dev.prescient.runtime.race;

import dev.prescient.runtime.FieldTable;
import dev.prescient.runtime.HiddenFields;
import dev.prescient.runtime.Internals;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.WeakEntry;
import dev.prescient.runtime.WeakTable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * Which field a reflective {@link Field}, a VarHandle, a method handle, or an offset in a class
 * stands for. Names of the JDK's own fields are those of JDK 17 to 25; what is not understood is
 * not checked.
 *
 * <p>State: everything is written before {@code known} is set; racing threads compute equivalent
 * values.
 */
final class IndirectField extends WeakEntry {
  private static final class Table extends WeakTable {
    static final Table ALL = new Table();

    @Override
    protected WeakEntry create(Object key, long offset, int hash) {
      return new IndirectField(key, offset, hash);
    }
  }

  /** Kinds of references to fields that method handles have: JVMS 4.4.8. */
  private static final int PUT_FIELD = 3;

  private static final int KIND_SHIFT = 24;
  private static final int KIND_MASK = 0xF;

  private volatile boolean known;

  /** Its id, or 0 if it is not checked. */
  int field;

  boolean isStatic;

  /** Whether a method handle writes it. */
  boolean isWrite;

  /** Its offset if it is volatile, else 0. */
  long volatileAt;

  /** What the offset of a static volatile field counts from. */
  @Nullable Object base;

  private IndirectField(Object key, long offset, int hash) {
    super(key, offset, hash);
  }

  /**
   * What something stands for.
   *
   * @param key a Field, a VarHandle, a MethodHandle, or the class of an object
   * @param offset in the object, if the key is a class
   */
  static IndirectField of(Object key, long offset, ThreadState t) {
    IndirectField f = (IndirectField) Table.ALL.find(key, offset, WeakTable.hash(key, offset));
    if (!f.known) {
      t.busy++;
      try {
        f.learn(key, offset);
      } catch (RuntimeException | LinkageError e) {
        f.field = 0;
      } finally {
        f.known = true;
        t.busy--;
      }
    }
    return f;
  }

  private void learn(Object key, long offset) {
    if (key instanceof Field f) {
      define(f);
    } else if (key instanceof Class<?> c) {
      find(c, offset, false);
    } else {
      String kind = key.getClass().getName();
      if (kind.endsWith("$FieldInstanceReadWrite")) {
        find((Class<?>) reference(key, "receiverType"), number(key, "fieldOffset"), false);
      } else if (kind.endsWith("$FieldStaticReadWrite")) {
        find((Class<?>) reference(key, "base"), number(key, "fieldOffset"), true);
      } else if (kind.equals("java.lang.invoke.LazyInitializingVarHandle")) { // of a static field
        Object target = reference(key, "target");
        if (target != null) {
          learn(target, 0);
        }
      } else if (kind.equals("java.lang.invoke.DirectMethodHandle$Accessor")
          || kind.equals("java.lang.invoke.DirectMethodHandle$StaticAccessor")) {
        accessor(key);
      }
    }
  }

  private void accessor(Object handle) {
    Object member = reference(handle, "member");
    if (member != null) {
      boolean ofClass = handle.getClass().getName().endsWith("StaticAccessor");
      long flags = Internals.offset(member.getClass(), "flags");
      long at = Internals.offset(handle.getClass(), "fieldOffset");
      isWrite = (Internals.U.getInt(member, flags) >> KIND_SHIFT & KIND_MASK) >= PUT_FIELD;
      find(
          (Class<?>) reference(member, "clazz"),
          ofClass ? number(handle, "staticOffset") : Internals.U.getInt(handle, at),
          ofClass);
    }
  }

  private static @Nullable Object reference(Object o, String name) {
    long offset = offset(o, name);
    return offset > 0 ? Internals.U.getReference(o, offset) : null;
  }

  private static long number(Object o, String name) {
    long offset = offset(o, name);
    return offset > 0 ? Internals.U.getLong(o, offset) : -1;
  }

  private static long offset(Object o, String name) {
    long offset = -1;
    for (Class<?> c = o.getClass(); c != null && offset <= 0; c = c.getSuperclass()) {
      offset = Internals.offset(c, name);
    }
    return offset;
  }

  private void find(@Nullable Class<?> first, long offset, boolean ofClass) {
    for (Class<?> c = first; c != null && !ObjectClass.isPlatform(c); c = c.getSuperclass()) {
      for (Field f : c.getDeclaredFields()) {
        if (Modifier.isStatic(f.getModifiers()) == ofClass
            && Internals.offset(c, f.getName()) == offset) {
          define(f);
          return;
        }
      }
    }
  }

  private void define(Field f) {
    Class<?> c = f.getDeclaringClass();
    long slot = Internals.offset(Field.class, "slot");
    isStatic = Modifier.isStatic(f.getModifiers());
    if (Modifier.isVolatile(f.getModifiers())) {
      base = isStatic ? c : null; // HotSpot keeps statics in the class object
      volatileAt = Math.max(0, Internals.offset(c, f.getName()));
      return;
    }
    if (slot <= 0 || ObjectClass.isPlatform(c) || Modifier.isFinal(f.getModifiers())) {
      return;
    }
    int k = Internals.U.getInt(f, slot);
    if (Internals.offset(c, HiddenFields.PREFIX + (isStatic ? "R" : "r") + k) > 0) {
      field =
          FieldTable.define(
              c.getName(),
              f.getName(),
              f.getType().descriptorString(),
              isStatic,
              c.getClassLoader(),
              k);
    }
  }
}
