package dev.prescient.runtime.race;

import dev.prescient.runtime.Internals;
import dev.prescient.runtime.ThreadState;
import dev.prescient.runtime.WeakEntry;
import dev.prescient.runtime.WeakTable;
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
    "this$0", "root", "m", "c", "map", "list", "tree", "base", "collection", "it", "itr", "i", "q"
  };

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

  /** Offset of LinkedHashMap's {@code accessOrder}, or {@link #NO_FIELD}. */
  private long order = NO_FIELD;

  /** Offsets of Calendar's flags that say what is computed: time, fields, all fields. */
  private long[] computed = new long[0];

  private long[] versions = new long[0];

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
    int found = jdk == null || c.isArray() ? OTHER : kind(jdk);
    if (jdk != null && found == STATE) {
      order = offset(jdk, "accessOrder");
      versions = versions(jdk);
      if (isA(jdk, "java.util.Calendar")) {
        computed =
            new long[] {
              offset(jdk, "isTimeSet"), offset(jdk, "areFieldsSet"), offset(jdk, "areAllFieldsSet")
            };
      }
    } else if (jdk != null && found != OTHER) {
      names = found == VIEW && jdk.getName().endsWith("Set") && jdk.getName().indexOf('$') < 0;
      next = found == STREAM ? offset(jdk, "sourceStage") : offset(jdk, NEXT);
      source = offset(jdk, "sourceSpliterator");
      found = next == NO_FIELD || (found == STREAM && source == NO_FIELD) ? OTHER : found;
    }
    shows = jdk != null && found != OTHER && showsState(jdk);
    kind = found;
    known = true;
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

  private static int kind(Class<?> c) {
    String name = c.getName();
    if (hasState(name) || name.startsWith("jdk.random.")) {
      return STATE;
    }
    for (Class<?> d = c; d != null; d = d.getSuperclass()) {
      if (passesOnState(d.getName())) {
        return STATE;
      }
      if (d.getName().equals("java.util.stream.AbstractPipeline")) {
        return STREAM;
      }
    }
    if (name.startsWith("java.util.Collections$")) {
      return wrapper(name.substring("java.util.Collections$".length()));
    }
    switch (name) {
      case "java.util.HashSet",
          "java.util.LinkedHashSet",
          "java.util.TreeSet",
          "java.util.ReverseOrderListView",
          "java.util.ReverseOrderListView$Rand",
          "java.util.ReverseOrderDequeView",
          "java.util.ReverseOrderSortedMapView",
          "java.util.ReverseOrderSortedSetView" -> {
        return VIEW;
      }
      default -> {}
    }
    int nested = name.indexOf('$');
    String outer = nested < 0 ? "" : name.substring(0, nested);
    boolean collection =
        hasState(outer)
            || outer.equals("java.util.AbstractList")
            || outer.equals("java.util.AbstractMap")
            || outer.equals("java.util.Spliterators");
    return collection ? VIEW : OTHER; // if it refers to its collection
  }

  private static int wrapper(String name) {
    if (name.startsWith("Synchronized")) {
      return GUARD;
    }
    boolean shows =
        name.startsWith("Unmodifiable")
            || name.startsWith("Checked")
            || name.startsWith("SetFromMap")
            || name.startsWith("AsLIFOQueue");
    return shows ? VIEW : OTHER;
  }

  /** Classes whose objects have state that is not thread-safe; subclasses may be different. */
  private static boolean hasState(String name) {
    switch (name) {
      case "java.lang.StringBuilder",
          "java.text.CompactNumberFormat",
          "java.text.DecimalFormat",
          "java.text.MessageFormat",
          "java.text.SimpleDateFormat",
          "java.util.AbstractMap$SimpleEntry",
          "java.util.ArrayDeque",
          "java.util.ArrayList",
          "java.util.BitSet",
          "java.util.DoubleSummaryStatistics",
          "java.util.EnumMap",
          "java.util.Formatter",
          "java.util.HashMap",
          "java.util.IdentityHashMap",
          "java.util.IntSummaryStatistics",
          "java.util.JumboEnumSet",
          "java.util.LinkedHashMap",
          "java.util.LinkedList",
          "java.util.LongSummaryStatistics",
          "java.util.PriorityQueue",
          "java.util.RegularEnumSet",
          "java.util.Scanner",
          "java.util.SplittableRandom",
          "java.util.StringJoiner",
          "java.util.StringTokenizer",
          "java.util.TreeMap",
          "java.util.WeakHashMap",
          "java.util.regex.Matcher",
          "java.util.zip.Adler32",
          "java.util.zip.CRC32",
          "java.util.zip.CRC32C" -> {
        return true;
      }
      default -> {
        return false;
      }
    }
  }

  /** Classes of which the subclasses in the JDK are not thread-safe, either. */
  private static boolean passesOnState(String name) {
    switch (name) {
      case "java.nio.Buffer",
          "java.security.MessageDigest",
          "java.security.Signature",
          "java.util.Calendar",
          "java.util.Date",
          "javax.crypto.Cipher",
          "javax.crypto.Mac" -> {
        return true;
      }
      default -> {
        return false;
      }
    }
  }
}
