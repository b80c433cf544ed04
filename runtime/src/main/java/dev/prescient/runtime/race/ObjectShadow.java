package dev.prescient.runtime.race;

import dev.prescient.runtime.Internals;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.WeakEntry;
import dev.prescient.runtime.WeakTable;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * The shadow of a JDK object that is not thread-safe: its whole state is one variable.
 *
 * <p>State: the words are written with the variable locked ({@link Rules}); {@code named} is
 * written by any thread that reaches the object through another that stands for it.
 */
final class ObjectShadow extends WeakEntry {
  private static final class Table extends WeakTable {
    static final Table ALL = new Table();

    @Override
    protected WeakEntry create(Object key, long offset, int hash) {
      return new ObjectShadow(key, offset, hash);
    }
  }

  static final long W = Internals.offset(ObjectShadow.class, "write");
  static final long R = Internals.offset(ObjectShadow.class, "read");
  static final long S = Internals.offset(ObjectShadow.class, "sites");

  long write;
  long read;

  @SuppressWarnings("unused") // used through its offset
  private long sites;

  /** Under which class's name the object is reported: a HashSet's map is the set; null: its own. */
  @Nullable Class<?> named;

  private ObjectShadow(Object key, long offset, int hash) {
    super(key, offset, hash);
  }

  /** The shadow of an object, through the running thread's cache. */
  @ForceInline
  static ObjectShadow of(Object o, ThreadState t) {
    WeakEntry e = t.objects[System.identityHashCode(o) & (ThreadState.OBJECTS - 1)];
    return e != null && e.refersTo(o) ? (ObjectShadow) e : find(o, t);
  }

  @DontInline
  private static ObjectShadow find(Object o, ThreadState t) {
    ObjectShadow s = (ObjectShadow) Table.ALL.find(o, 0, WeakTable.hash(o, 0));
    t.objects[System.identityHashCode(o) & (ThreadState.OBJECTS - 1)] = s;
    return s;
  }
}
