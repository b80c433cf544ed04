package dev.prescient.runtime.race;

import dev.prescient.runtime.HiddenFields;
import dev.prescient.runtime.Internals;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.WeakEntry;
import dev.prescient.runtime.WeakTable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The instance shadow words that a class declares, and the fields that objects of it have.
 *
 * <p>State: {@code words} and {@code fields} are computed when first needed; racing threads compute
 * the same.
 */
final class ClassShadows extends WeakEntry {
  private static final class Table extends WeakTable {
    static final Table ALL = new Table();

    @Override
    protected WeakEntry create(Object key, long offset, int hash) {
      return new ClassShadows((Class<?>) key, offset, hash);
    }
  }

  private volatile long @Nullable [] words;
  private volatile int @Nullable [] fields;

  private ClassShadows(Class<?> c, long offset, int hash) {
    super(c, offset, hash);
  }

  private long[] words(Class<?> c) {
    long[] found = words;
    if (found == null) {
      found = new long[0];
      int most = mostFields(c);
      for (int k = 0; k < most; k++) {
        if (Internals.offset(c, HiddenFields.PREFIX + "w" + k) > 0) {
          for (String kind : new String[] {"w", "r", "s"}) {
            found = Arrays.copyOf(found, found.length + 1);
            found[found.length - 1] = Internals.offset(c, HiddenFields.PREFIX + kind + k);
          }
        }
      }
      words = found;
    }
    return found;
  }

  /** A class's number of fields, or that of class files if the type of one is not there. */
  private static int mostFields(Class<?> c) {
    try {
      return c.getDeclaredFields().length;
    } catch (LinkageError e) {
      return 0xFFFF;
    }
  }

  /** The ids of all instance fields of an object that are checked. */
  static int[] fields(Object o, ThreadState t) {
    Class<?> c = o.getClass();
    ClassShadows s = (ClassShadows) Table.ALL.find(c, 0, WeakTable.hash(c, 0));
    int[] found = s.fields;
    if (found == null) {
      t.busy++;
      try {
        found = find(c, t);
      } finally {
        t.busy--;
      }
      s.fields = found;
    }
    return found;
  }

  private static int[] find(Class<?> first, ThreadState t) {
    int[] found = new int[0];
    for (Class<?> c = first; c != null && !ObjectClass.isPlatform(c); c = c.getSuperclass()) {
      for (Field f : declared(c)) {
        int field = Modifier.isStatic(f.getModifiers()) ? 0 : IndirectField.of(f, 0, t).field;
        if (field != 0) {
          found = Arrays.copyOf(found, found.length + 1);
          found[found.length - 1] = field;
        }
      }
    }
    return found;
  }

  /** The fields of a class; none if the type of one is not there: then a clone is not checked. */
  private static Field[] declared(Class<?> c) {
    try {
      return c.getDeclaredFields();
    } catch (LinkageError e) {
      return new Field[0];
    }
  }

  /** Sets an object's shadow to that of a new one. */
  static void clear(Object o) {
    for (Class<?> c = o.getClass(); c != null; c = c.getSuperclass()) {
      if (c.getClassLoader() != null) {
        ClassShadows s = (ClassShadows) Table.ALL.find(c, 0, WeakTable.hash(c, 0));
        for (long word : s.words(c)) {
          Internals.U.putLong(o, word, 0L);
        }
      }
    }
  }
}
