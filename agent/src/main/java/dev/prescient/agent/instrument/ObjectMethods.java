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
 * which they are called. What is not listed neither reads nor writes, as {@code hasNext}, or does
 * so later: streams are read by their terminal operation.
 */
final class ObjectMethods {
  /** What a call does to its receiver. Each but the last two is a hook before the call. */
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
    UPDATE("updated");

    final String hook;

    Use(String hook) {
      this.hook = hook;
    }
  }

  private static final String BUFFER = "java/nio/Buffer";

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
    type("java/lang/Iterable", Row.of(Use.READ, "iterator forEach"));
    for (String iterator :
        List.of("java/util/Iterator", "java/util/Enumeration", "java/util/Spliterator")) {
      type(
          iterator,
          Row.of(Use.READ, "next* previous forEachRemaining tryAdvance"),
          Row.of(Use.WRITE, "remove set add"));
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
        Row.of(Use.READ, "match"),
        Row.of(Use.WRITE, "next* hasNext* find* skip use* reset tokens"));
    type("java/util/Formatter", Row.of(Use.WRITE, "format"));
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
    type(BUFFER, Row.of(Use.READ, "length charAt toString"));
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
    return listed || BUFFER_NAMES.contains(name);
  }

  private static final Set<String> BUFFER_NAMES =
      Set.of(
          "position",
          "limit",
          "mark",
          "remaining",
          "hasRemaining",
          "slice",
          "duplicate",
          "asReadOnlyBuffer",
          "flip",
          "rewind",
          "compact");

  private @Nullable Use find(
      String owner, String name, String descriptor, @Nullable ClassLoader loader) {
    Map<String, Use> uses = TYPES.get(owner);
    if (uses != null) {
      return owner.equals(BUFFER) ? buffer(uses, name, descriptor) : of(uses, name);
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

  private static @Nullable Use of(Map<String, Use> uses, String name) {
    Use use = uses.get(name);
    for (int n = name.length(); use == null && n > 1; n--) {
      use = uses.get(name.substring(0, n) + "*");
    }
    return use;
  }

  /** A buffer's state is its position and limit; absolute accesses read neither. */
  private static @Nullable Use buffer(Map<String, Use> uses, String name, String descriptor) {
    boolean indexed = descriptor.startsWith("(I") && descriptor.charAt(2) != ')';
    switch (name) {
      case "position", "limit", "mark" -> {
        return descriptor.startsWith("()I") ? Use.READ : Use.WRITE;
      }
      case "remaining", "hasRemaining", "slice", "duplicate", "asReadOnlyBuffer" -> {
        return descriptor.startsWith("()") ? Use.READ : null;
      }
      case "flip", "clear", "rewind", "reset", "compact", "append" -> {
        return Use.WRITE;
      }
      default -> {
        if (name.startsWith("get")) {
          return descriptor.startsWith("(I") ? null : Use.WRITE;
        }
        if (name.startsWith("put")) {
          return indexed ? null : Use.WRITE;
        }
        return of(uses, name);
      }
    }
  }
}
