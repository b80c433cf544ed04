package dev.prescient.agent.instrument;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which methods of JDK types read and which write the state of their object, by the type through
 * which they are called. What is not listed neither reads nor writes, or does so later: streams are
 * read by their terminal operation.
 */
final class ObjectMethods {
  /** What a call does to its receiver; each but {@code CHANGE} and {@code UPDATE} before it. */
  enum Use {
    READ("read"),
    /** Reads a map's entry, which moves it where the map is in access order. */
    READ_ENTRY("readEntry"),
    /** Reads a calendar's fields, which may have to be computed. */
    READ_FIELDS("readFields"),
    /** Reads a calendar's time, which may have to be computed. */
    READ_TIME("readTime"),
    WRITE("write"),
    /** Reads; writes if elements come or go. */
    CHANGE("changed"),
    /** Reads; writes if elements come or go, or the result is true or not null. */
    UPDATE("updated"),
    /** Reads a list's element, which may be an array's; its index is the first argument. */
    READ_AT("readAt"),
    /** Writes a list's element. */
    WRITE_AT("writeAt"),
    /** Reads elements of a buffer, which may be an array's. */
    GET("get"),
    /** Writes elements of a buffer. */
    PUT("put"),
    /** Looks whether an iterator has more. */
    LOOK(null, "look"),
    /** Moves an iterator on, and reads what it shows. */
    ADVANCE("read", "advance"),
    /** Changes an iterator, and what it shows. */
    DROP("write", "change"),
    /** Changes the element at which an iterator is. */
    REPLACE("write", "replace");

    /** The hook of {@code ObjectState}; where only one thread can reach the iterator, if it is. */
    final @Nullable String hook;

    /** The hook of {@code IteratorState}, or null if the receiver is no iterator. */
    final @Nullable String iterator;

    Use(String hook) {
      this(hook, null);
    }

    Use(@Nullable String hook, @Nullable String iterator) {
      this.hook = hook;
      this.iterator = iterator;
    }
  }

  private static final String BUFFER = "java/nio/Buffer";

  /** Methods of a stream of data that count what they have written. */
  private static final String DATA =
      "writeBoolean writeByte writeBytes writeChar writeChars writeDouble writeFloat writeInt"
          + " writeLong writeShort writeUTF";

  /** Uses by name; a name that ends in '*' stands for all that start so. */
  private static final Map<String, Map<String, Use>> TYPES = new HashMap<>();

  /** Types of which no implementation in the JDK has state that is checked. */
  private static final Set<String> SAFE =
      Set.of(
          "java/lang/Object",
          "java/lang/String",
          "java/lang/StringBuffer",
          "java/util/Hashtable",
          "java/util/Properties",
          "java/util/Random",
          "java/util/Stack",
          "java/util/Vector");

  /** All names, to tell most calls by a look at their name. */
  private static final Set<String> NAMES = new HashSet<>();

  private record Row(Use use, String names) {
    static Row of(Use use, String names) {
      return new Row(use, names);
    }
  }

  static {
    type(
        "java/util/Map",
        Row.of(Use.READ_ENTRY, "get getOrDefault"),
        Row.of(
            Use.READ,
            "containsKey containsValue size isEmpty forEach equals hashCode toString clone"
                + " firstKey lastKey firstEntry lastEntry floorKey floorEntry ceilingKey"
                + " ceilingEntry lowerKey lowerEntry higherKey higherEntry"),
        Row.of(Use.WRITE, "put putAll putFirst putLast clear replaceAll"),
        Row.of(Use.CHANGE, "putIfAbsent computeIfAbsent remove pollFirstEntry pollLastEntry"),
        Row.of(Use.UPDATE, "compute computeIfPresent merge replace"));
    String elements =
        "size isEmpty contains containsAll iterator listIterator descendingIterator toArray forEach"
            + " equals hashCode toString clone get indexOf lastIndexOf subList peek peekFirst"
            + " peekLast getFirst getLast element first last floor ceiling lower higher search";
    String removals =
        "remove removeAll retainAll removeIf removeFirst removeLast removeFirstOccurrence"
            + " removeLastOccurrence poll pollFirst pollLast pop addAll";
    String additions = "addFirst addLast offer offerFirst offerLast push set sort replaceAll clear";
    type(
        "java/util/Collection",
        Row.of(Use.READ, elements),
        Row.of(Use.CHANGE, removals + " add"),
        Row.of(Use.WRITE, additions));
    for (String sequence : List.of("java/util/List", "java/util/Queue")) {
      type(
          sequence,
          Row.of(Use.READ, elements),
          Row.of(Use.CHANGE, removals),
          Row.of(Use.WRITE, additions + " add"));
    }
    type("java/util/List", Row.of(Use.READ_AT, "get"), Row.of(Use.WRITE_AT, "set"));
    type("java/lang/Iterable", Row.of(Use.READ, "iterator forEach"));
    for (String iterator :
        List.of("java/util/Iterator", "java/util/Enumeration", "java/util/Spliterator")) {
      type(
          iterator,
          Row.of(
              Use.LOOK, "hasNext hasPrevious hasMoreElements nextIndex previousIndex estimateSize"),
          Row.of(Use.ADVANCE, "next* previous forEachRemaining tryAdvance trySplit"),
          Row.of(Use.DROP, "remove add"),
          Row.of(Use.REPLACE, "set"));
    }
    type(
        "java/util/stream/BaseStream",
        Row.of(
            Use.READ,
            "forEach forEachOrdered toArray toList reduce collect min max sum count average"
                + " summaryStatistics anyMatch allMatch noneMatch findFirst findAny iterator"));
    type(
        "java/lang/StringBuilder",
        Row.of(
            Use.READ,
            "length charAt toString substring subSequence indexOf lastIndexOf codePointAt"
                + " codePointBefore codePointCount offsetByCodePoints getChars chars compareTo"
                + " capacity isEmpty"),
        Row.of(
            Use.WRITE,
            "append appendCodePoint insert delete deleteCharAt replace reverse repeat setCharAt"
                + " setLength"));
    type("java/lang/Appendable", Row.of(Use.WRITE, "append"));
    type(
        "java/text/Format",
        Row.of(Use.READ, "get* is* to* clone equals hashCode"),
        Row.of(Use.WRITE, "format formatToCharacterIterator parse parseObject set* apply*"));
    type(
        "java/util/Calendar",
        Row.of(Use.READ, "isSet isLenient getFirstDayOfWeek clone"),
        Row.of(Use.READ_FIELDS, "get getActualMaximum getActualMinimum toString"),
        Row.of(Use.READ_TIME, "getTime getTimeInMillis equals compareTo before after toInstant"),
        Row.of(Use.WRITE, "set* add roll clear"));
    type(
        "java/util/Date",
        Row.of(Use.READ, "get* compareTo before after equals hashCode toInstant toString clone"),
        Row.of(Use.WRITE, "set*"));
    type(
        "java/security/MessageDigest",
        Row.of(Use.READ, "clone"),
        Row.of(Use.WRITE, "update digest reset"));
    type(
        "java/text/BreakIterator",
        Row.of(Use.READ, "current"),
        Row.of(Use.WRITE, "first last next previous following preceding isBoundary setText"));
    type(
        "java/text/CharacterIterator",
        Row.of(Use.READ, "current get*"),
        Row.of(Use.WRITE, "first last next previous set*"));
    for (String values :
        List.of("DateFormatSymbols", "DecimalFormatSymbols", "FieldPosition", "ParsePosition")) {
      type("java/text/" + values, Row.of(Use.READ, "get* clone"), Row.of(Use.WRITE, "set*"));
    }
    for (String coder : List.of("Decoder", "Encoder")) {
      type(
          "java/nio/charset/Charset" + coder,
          Row.of(Use.WRITE, "decode encode flush on* replaceWith reset"));
    }
    type("java/io/DataOutput", Row.of(Use.WRITE, DATA));
    type("java/io/DataOutputStream", Row.of(Use.READ, "size"), Row.of(Use.WRITE, DATA));
    type("java/io/DataInputStream", Row.of(Use.WRITE, "readDouble readLong readUTF"));
    type(
        "java/io/ObjectOutputStream", Row.of(Use.WRITE, DATA + " writeObject writeUnshared reset"));
    type("java/io/ObjectInputStream", Row.of(Use.WRITE, "read*"));
    type("java/io/StreamTokenizer", Row.of(Use.WRITE, "nextToken pushBack"));
    type("javax/xml/parsers/DocumentBuilder", Row.of(Use.WRITE, "parse reset set*"));
    type("javax/xml/parsers/SAXParser", Row.of(Use.WRITE, "parse reset set*"));
    type("javax/xml/transform/Transformer", Row.of(Use.WRITE, "transform reset set*"));
    type("javax/crypto/KeyAgreement", Row.of(Use.WRITE, "init doPhase generateSecret"));
    type("java/security/Signature", Row.of(Use.WRITE, "init* update sign verify setParameter"));
    type("javax/crypto/Cipher", Row.of(Use.WRITE, "init update updateAAD doFinal wrap unwrap"));
    type("javax/crypto/Mac", Row.of(Use.WRITE, "init update doFinal reset"));
    type("java/util/zip/Checksum", Row.of(Use.READ, "getValue"), Row.of(Use.WRITE, "update reset"));
    String match = "group start end toMatchResult hitEnd requireEnd regionStart regionEnd pattern";
    type("java/util/regex/MatchResult", Row.of(Use.READ, match));
    type(
        "java/util/regex/Matcher",
        Row.of(Use.READ, match),
        Row.of(
            Use.WRITE,
            "find matches lookingAt reset usePattern region append* replace* results use*"));
    type(
        "java/util/Scanner",
        Row.of(Use.READ, "match delimiter locale radix"),
        Row.of(Use.WRITE, "next* hasNext* find* skip use* reset tokens close"));
    type(
        "java/util/Formatter",
        Row.of(Use.READ, "toString locale out"),
        Row.of(Use.WRITE, "format flush close"));
    type(
        "java/util/StringJoiner",
        Row.of(Use.READ, "toString length"),
        Row.of(Use.WRITE, "add merge set*"));
    type(
        "java/util/StringTokenizer",
        Row.of(Use.READ, "countTokens"),
        Row.of(Use.WRITE, "nextToken nextElement hasMore*"));
    type(
        "java/util/BitSet",
        Row.of(
            Use.READ,
            "get cardinality length size isEmpty next* previous* intersects to* equals hashCode"
                + " clone"),
        Row.of(Use.WRITE, "set clear flip and or xor andNot"));
    type("java/util/random/RandomGenerator", Row.of(Use.WRITE, "next* split"));
    for (String kind : List.of("Int", "Long", "Double")) {
      type(
          "java/util/" + kind + "SummaryStatistics",
          Row.of(Use.READ, "get* toString"),
          Row.of(Use.WRITE, "accept combine"));
    }
    type(
        "java/util/AbstractMap$SimpleEntry",
        Row.of(Use.READ, "getValue equals hashCode toString"),
        Row.of(Use.WRITE, "setValue"));
    type(BUFFER);
  }

  private static void type(String name, Row... rows) {
    Map<String, Use> uses = TYPES.getOrDefault(name, new HashMap<>());
    TYPES.put(name, uses);
    for (Row row : rows) {
      for (String method : row.names.split(" ", -1)) {
        uses.put(method, row.use);
        NAMES.add(method);
      }
    }
  }

  private final Hierarchy hierarchy;

  ObjectMethods(Hierarchy hierarchy) {
    this.hierarchy = hierarchy;
  }

  /** What a call does to its receiver; empty if nothing that is checked. */
  Optional<Use> use(String owner, String name, String descriptor, @Nullable ClassLoader loader) {
    boolean skipped =
        !isListed(name)
            || owner.startsWith("[")
            || owner.startsWith("java/util/concurrent/")
            || SAFE.contains(owner);
    return skipped ? Optional.empty() : Optional.ofNullable(find(owner, name, descriptor, loader));
  }

  private static boolean isListed(String name) {
    boolean listed = NAMES.contains(name) || name.startsWith("put") || name.startsWith("get");
    for (int n = name.length(); !listed && n > 1; n--) {
      listed = NAMES.contains(name.substring(0, n) + "*");
    }
    return listed || BufferMethods.isListed(name);
  }

  private @Nullable Use find(
      String owner, String name, String descriptor, @Nullable ClassLoader loader) {
    Map<String, Use> uses = TYPES.get(owner);
    if (uses != null) {
      return owner.equals(BUFFER)
          ? BufferMethods.use(name, descriptor)
          : at(of(uses, name), descriptor);
    }
    ClassInfo info = hierarchy.find(owner, loader).orElse(null);
    if (info == null) {
      return null;
    }
    for (String i : info.interfaces()) {
      Use use = find(i, name, descriptor, loader);
      if (use != null) {
        return use;
      }
    }
    String parent = info.superName();
    return parent == null ? null : find(parent, name, descriptor, loader);
  }

  /** A use that knows an index, if the method has one. */
  private static @Nullable Use at(@Nullable Use use, String descriptor) {
    boolean indexed = descriptor.startsWith("(I");
    return use == Use.READ_AT && !indexed
        ? Use.READ
        : use == Use.WRITE_AT && !indexed ? Use.WRITE : use;
  }

  private static @Nullable Use of(Map<String, Use> uses, String name) {
    Use use = uses.get(name);
    for (int n = name.length(); use == null && n > 1; n--) {
      use = uses.get(name.substring(0, n) + "*");
    }
    return use;
  }
}
