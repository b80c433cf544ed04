package dev.prescient.runtime.race;

import java.util.Enumeration;
import java.util.Iterator;
import java.util.Spliterator;

/**
 * Which classes of the JDK have objects that are not thread-safe, or that show the state of such.
 * Names are those of JDK 17 to 25.
 */
final class ObjectKinds {
  private ObjectKinds() {}

  /** What the objects of a class of the JDK are: {@link ObjectClass#STATE} and so on. */
  static int of(Class<?> c) {
    String name = c.getName();
    if (hasState(name) || name.startsWith("jdk.random.")) {
      return ObjectClass.STATE;
    }
    for (Class<?> d = c; d != null; d = d.getSuperclass()) {
      if (passesOnState(d.getName())) {
        return ObjectClass.STATE;
      }
      if (d.getName().equals("java.util.stream.AbstractPipeline")) {
        return ObjectClass.STREAM;
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
        return ObjectClass.VIEW;
      }
      case "java.util.Arrays$ArrayItr",
          "java.util.Arrays$ArrayList",
          "java.util.Spliterators$ArraySpliterator",
          "java.util.Spliterators$DoubleArraySpliterator",
          "java.util.Spliterators$IntArraySpliterator",
          "java.util.Spliterators$LongArraySpliterator" -> {
        return ObjectClass.ELEMENTS;
      }
      default -> {}
    }
    int nested = name.indexOf('$');
    return nested > 0 && isCollection(name.substring(0, nested))
        ? ObjectClass.VIEW // if it refers to its collection
        : ObjectClass.OTHER;
  }

  private static boolean isCollection(String outer) {
    return hasState(outer)
        || outer.equals("java.util.AbstractList")
        || outer.equals("java.util.AbstractMap")
        || outer.equals("java.util.Spliterators");
  }

  /**
   * Whether objects of a class of the JDK are iterators that take no lock where they move on: those
   * of Vector do, and so do those of some queues.
   */
  static boolean iterates(Class<?> c) {
    int nested = c.getName().indexOf('$');
    boolean iterator =
        Iterator.class.isAssignableFrom(c)
            || Enumeration.class.isAssignableFrom(c)
            || Spliterator.class.isAssignableFrom(c);
    if (!iterator || nested < 0) {
      return false;
    }
    String outer = c.getName().substring(0, nested);
    switch (outer) {
      case "java.util.Arrays",
          "java.util.Collections",
          "java.util.ImmutableCollections",
          "java.util.concurrent.ConcurrentHashMap",
          "java.util.concurrent.ConcurrentLinkedDeque",
          "java.util.concurrent.ConcurrentLinkedQueue",
          "java.util.concurrent.ConcurrentSkipListMap",
          "java.util.concurrent.CopyOnWriteArrayList" -> {
        return true;
      }
      default -> {
        return isCollection(outer);
      }
    }
  }

  private static int wrapper(String name) {
    if (name.startsWith("Synchronized")) {
      return ObjectClass.GUARD;
    }
    boolean shows =
        name.startsWith("Unmodifiable")
            || name.startsWith("Checked")
            || name.startsWith("SetFromMap")
            || name.startsWith("AsLIFOQueue");
    return shows ? ObjectClass.VIEW : ObjectClass.OTHER;
  }

  /** Classes whose objects have state that is not thread-safe; subclasses may be different. */
  private static boolean hasState(String name) {
    switch (name) {
      case "java.io.DataInputStream",
          "java.io.DataOutputStream",
          "java.io.ObjectInputStream",
          "java.io.ObjectOutputStream",
          "java.io.StreamTokenizer",
          "java.lang.StringBuilder",
          "java.text.CompactNumberFormat",
          "java.text.DateFormatSymbols",
          "java.text.DecimalFormat",
          "java.text.DecimalFormatSymbols",
          "java.text.FieldPosition",
          "java.text.MessageFormat",
          "java.text.ParsePosition",
          "java.text.SimpleDateFormat",
          "java.text.StringCharacterIterator",
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
          "java.nio.charset.CharsetDecoder",
          "java.nio.charset.CharsetEncoder",
          "java.security.MessageDigest",
          "java.security.Signature",
          "java.text.BreakIterator",
          "java.util.Calendar",
          "java.util.Date",
          "javax.crypto.Cipher",
          "javax.crypto.KeyAgreement",
          "javax.crypto.Mac",
          "javax.xml.parsers.DocumentBuilder",
          "javax.xml.parsers.SAXParser",
          "javax.xml.transform.Transformer" -> {
        return true;
      }
      default -> {
        return false;
      }
    }
  }
}
