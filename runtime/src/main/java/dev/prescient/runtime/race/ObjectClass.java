package dev.prescient.runtime.race;

import dev.prescient.runtime.Internals;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.WeakEntry;
import dev.prescient.runtime.WeakTable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;

/**
 * What we know of a class of which the application calls JDK methods: whether its objects are not
 * thread-safe, and whose state they show. Names of classes and fields are those of JDK 17 to 25; of
 * a class that a release does differently, nothing is checked.
 *
 * <p>State: everything is written before {@code known} is set; racing threads compute the same.
 */
final class ObjectClass extends WeakEntry {
  /** Thread-safe, immutable, or unknown to us. */
  static final int OTHER = 0;

  /** Has state of its own that is not thread-safe. */
  static final int STATE = 1;

  /** Shows the state of the object in its field {@code next}, as an iterator does. */
  static final int VIEW = 2;

  /** Guards the state of another object by a lock that it takes itself. */
  static final int GUARD = 3;

  /** A stage of a stream: the stream's source is in the first stage. */
  static final int STREAM = 4;

  /** Has elements that are those of the array in its field {@code next}. */
  static final int ELEMENTS = 5;

  /** Stands for any method: overridden if one is. */
  static final String ANY = "";

  private static final class Table extends WeakTable {
    static final Table ALL = new Table();

    @Override
    protected WeakEntry create(Object key, long offset, int hash) {
      return new ObjectClass((Class<?>) key, offset, hash);
    }
  }

  /** Names of the fields through which views, iterators and wrappers refer to what they show. */
  private static final String[] NEXT = {
    "this$0",
    "root",
    "m",
    "c",
    "map",
    "list",
    "tree",
    "base",
    "collection",
    "it",
    "itr",
    "i",
    "q",
    "a",
    "array"
  };

  /** Names of the fields through which iterators refer to others that do their work. */
  private static final String[] INNER = {"it", "itr", "i", "val$it", "val$i", "s"};

  private static final long NO_FIELD = -1;
  private static final String[] NONE = new String[0];

  private volatile boolean known;
  int kind;

  /** Whether objects give their name to what they show, as a HashSet does to its map. */
  boolean names;

  /** Whether the text of an object is made from its state. */
  boolean shows;

  /** Offset of the reference that a view follows. */
  private long next;

  /** Offset of the second reference that a stream's stage follows, from the first stage. */
  private long source;

  /** Whether objects are iterators with a position of their own. */
  boolean moves;

  /** Offset of the iterator that an iterator hands its calls on to, or {@link #NO_FIELD}. */
  private long inner = NO_FIELD;

  /** Offset of a buffer's position, or of how far an array's iterator or spliterator is. */
  private long position = NO_FIELD;

  /**
   * Offsets of a buffer's or spliterator's limit, of a buffer's array, and of the index in it of
   * the buffer's first element.
   */
  private long limit = NO_FIELD;

  private long content = NO_FIELD;
  private long contentStart = NO_FIELD;

  /** Offset of LinkedHashMap's {@code accessOrder}, or {@link #NO_FIELD}. */
  private long order = NO_FIELD;

  /** Offsets of Calendar's flags that say what is computed: time, fields, all fields. */
  private long[] computed = new long[0];

  private long[] versions = new long[0];

  /** Offset of a collection's size, or {@link #NO_FIELD}. */
  private long size = NO_FIELD;

  /** Methods that application classes between an object's class and the JDK's override. */
  private String[] overridden = NONE;

  private ObjectClass(Class<?> c, long offset, int hash) {
    super(c, offset, hash);
  }

  /** What is known of an object's class, through the running thread's cache. */
  @ForceInline
  static ObjectClass of(Object o, ThreadState t) {
    Class<?> c = o.getClass();
    WeakEntry e = t.objects[System.identityHashCode(c) & (ThreadState.OBJECTS - 1)];
    return e != null && e.refersTo(c) ? (ObjectClass) e : find(c, t);
  }

  @DontInline
  private static ObjectClass find(Class<?> c, ThreadState t) {
    ObjectClass k = (ObjectClass) Table.ALL.find(c, 0, WeakTable.hash(c, 0));
    if (!k.known) {
      t.busy++;
      try {
        k.learn(c);
      } catch (RuntimeException | LinkageError e) {
        k.kind = OTHER;
        k.known = true;
      } finally {
        t.busy--;
      }
    }
    t.objects[System.identityHashCode(c) & (ThreadState.OBJECTS - 1)] = k;
    return k;
  }

  /** Whether calls of a method reach the JDK's code. */
  @ForceInline
  boolean inherits(@Nullable String method) {
    return overridden.length == 0 || method == null || !overrides(method);
  }

  private boolean overrides(String method) {
    if (method.isEmpty()) {
      return true;
    }
    for (String name : overridden) {
      if (name.equals(method)) {
        return true;
      }
    }
    return false;
  }

  /** The object whose state an object of this class shows, or null. */
  @Nullable Object next(Object o) {
    Object n = Internals.U.getReference(o, next);
    return kind == STREAM && n != null ? Internals.U.getReference(n, source) : n;
  }

  /** The iterator whose position is that of an iterator: itself, or one behind it; or null. */
  @Nullable Object mover(Object o) {
    return moves ? o : inner == NO_FIELD ? null : Internals.U.getReference(o, inner);
  }

  /** Where a buffer or an iterator of an array's elements is; -1 if that is not known. */
  int position(Object o) {
    return position == NO_FIELD ? -1 : Internals.U.getInt(o, position);
  }

  /** A buffer's or spliterator's limit; 0 if that is not known. */
  int limit(Object o) {
    return limit == NO_FIELD ? 0 : Internals.U.getInt(o, limit);
  }

  /** The array that holds a buffer's elements, or null. */
  @Nullable Object content(Object o) {
    return content == NO_FIELD ? null : Internals.U.getReference(o, content);
  }

  /** Where in that array the first element is. */
  int contentStart(Object o) {
    return contentStart == NO_FIELD ? 0 : Internals.U.getInt(o, contentStart);
  }

  /** Whether a stream has no stage before this one. */
  boolean isFirstStage(Object o) {
    return kind == STREAM && Internals.U.getReference(o, next) == o;
  }

  /** Whether reading an entry changes the order of a map's entries. */
  boolean reorders(Object o) {
    return order != NO_FIELD && Internals.U.getBoolean(o, order);
  }

  /** Whether a calendar has to compute its time, or its fields, before they are read. */
  boolean computes(Object o, boolean fields) {
    for (int i = 0; i < (fields ? computed.length : Math.min(1, computed.length)); i++) {
      if (!Internals.U.getBoolean(o, computed[i])) {
        return true;
      }
    }
    return false;
  }

  /** The number of a collection's elements; 0 if that is not known. */
  int size(Object o) {
    return size == NO_FIELD ? 0 : Internals.U.getInt(o, size);
  }

  /** A number that changes when elements come or go. */
  int version(Object o) {
    int v = 0;
    for (long offset : versions) {
      v = v * 31 + Internals.U.getInt(o, offset);
    }
    return v;
  }

  private void learn(Class<?> c) {
    Class<?> jdk = c;
    while (jdk != null && !isPlatform(jdk)) {
      String names = Overrides.of(jdk.getName());
      overridden = names == null ? NONE : append(overridden, names);
      jdk = names == null ? null : jdk.getSuperclass(); // of a class not woven nothing is known
    }
    int found = jdk == null || c.isArray() ? OTHER : ObjectKinds.of(jdk);
    if (jdk != null && found == STATE) {
      order = offset(jdk, "accessOrder");
      size =
          isA(jdk, "java.util.AbstractCollection") || isA(jdk, "java.util.AbstractMap")
              ? offset(jdk, "size")
              : NO_FIELD;
      versions = versions(jdk);
      if (isA(jdk, "java.nio.Buffer")) {
        position = offset(jdk, "position");
        limit = offset(jdk, "limit");
        content = offset(jdk, "hb");
        contentStart = offset(jdk, "offset");
      }
      if (isA(jdk, "java.util.Calendar")) {
        computed =
            new long[] {
              offset(jdk, "isTimeSet"), offset(jdk, "areFieldsSet"), offset(jdk, "areAllFieldsSet")
            };
      }
    } else if (jdk != null && found != OTHER) {
      names = found == VIEW && jdk.getName().endsWith("Set") && jdk.getName().indexOf('$') < 0;
      if (found == ELEMENTS) {
        position = offset(jdk, "cursor", "index");
        limit = offset(jdk, "fence");
      }
      next = found == STREAM ? offset(jdk, "sourceStage") : offset(jdk, NEXT);
      source = offset(jdk, "sourceSpliterator");
      found = next == NO_FIELD || (found == STREAM && source == NO_FIELD) ? OTHER : found;
    }
    if (jdk != null && ObjectKinds.iterates(jdk)) {
      moves = hasPlainFields(jdk);
      inner = moves ? NO_FIELD : offset(jdk, INNER);
    }
    shows = jdk != null && found != OTHER && showsState(jdk);
    kind = found;
    known = true;
  }

  /** Whether objects have fields that change and are not volatile. */
  private static boolean hasPlainFields(Class<?> c) {
    for (Class<?> d = c; d != null; d = d.getSuperclass()) {
      for (Field f : d.getDeclaredFields()) {
        if ((f.getModifiers() & (Modifier.FINAL | Modifier.STATIC | Modifier.VOLATILE)) == 0) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean showsState(Class<?> c) {
    try {
      return c.getMethod("toString").getDeclaringClass() != Object.class;
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  /** The {@code int} fields that change whenever elements come or go. */
  private static long[] versions(Class<?> c) {
    switch (c.getName()) {
      case "java.util.ArrayDeque" -> {
        return new long[] {offset(c, "head"), offset(c, "tail")};
      }
      case "java.util.RegularEnumSet" -> {
        long elements = offset(c, "elements"); // a long
        return new long[] {elements, elements + Integer.BYTES};
      }
      default -> {
        long version = offset(c, "modCount", "size");
        return version == NO_FIELD ? new long[0] : new long[] {version};
      }
    }
  }

  private static String[] append(String[] all, String names) {
    String[] more = names.split(" ", -1);
    String[] both = java.util.Arrays.copyOf(all, all.length + more.length);
    System.arraycopy(more, 0, both, all.length, more.length);
    return both;
  }

  static boolean isPlatform(Class<?> c) {
    ClassLoader loader = c.getClassLoader();
    return loader == null || loader == ClassLoader.getPlatformClassLoader();
  }

  private static long offset(Class<?> c, String... names) {
    for (String name : names) {
      for (Class<?> d = c; d != null; d = d.getSuperclass()) {
        long offset = Internals.offset(d, name);
        if (offset > 0) {
          return offset;
        }
      }
    }
    return NO_FIELD;
  }

  private static boolean isA(Class<?> c, String name) {
    for (Class<?> d = c; d != null; d = d.getSuperclass()) {
      if (d.getName().equals(name)) {
        return true;
      }
    }
    return false;
  }
}
