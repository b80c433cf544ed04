package dev.prescient.profiler.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An object read from a file, asked field by field. Fields nobody asks for are tolerated; one that
 * is missing or of the wrong kind is told with its file, its path and what was expected.
 */
public final class JsonObject {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{16}");
  private static final Pattern THREAD = Pattern.compile("\\d{1,9}(\\.\\d{1,9}){0,999}");

  /** Makes something of an object. */
  @FunctionalInterface
  public interface Reader<T> {
    /** Reads one value. */
    T read(JsonObject in) throws JsonFormatException;
  }

  private final String file;
  private final String path;
  private final Map<?, ?> fields;

  JsonObject(String file, String path, @Nullable Object value) throws JsonFormatException {
    this.file = file;
    this.path = path;
    if (!(value instanceof Map<?, ?> map)) {
      throw new JsonFormatException(
          file + ": " + (path.isEmpty() ? "" : path + ": ") + "expected an object.");
    }
    this.fields = map;
  }

  /** Whether the field is there and not null. */
  public boolean has(String name) {
    return fields.get(name) != null;
  }

  /** A text. */
  public String text(String name) throws JsonFormatException {
    if (fields.get(name) instanceof String s) {
      return s;
    }
    throw wrong(name, "a text");
  }

  /** A text, or null if the field is null or missing. */
  public @Nullable String textOrNull(String name) throws JsonFormatException {
    return has(name) ? text(name) : null;
  }

  /** A text that matches. */
  private String text(String name, Pattern pattern, String expected) throws JsonFormatException {
    String s = text(name);
    if (pattern.matcher(s).matches()) {
      return s;
    }
    throw wrong(name, expected);
  }

  /** A thread's creation path. */
  public String thread(String name) throws JsonFormatException {
    return text(name, THREAD, "a thread path such as 0.1");
  }

  /** A thread's creation path, or the name of one that the JVM started: {@code ~Finalizer}. */
  public String anyThread(String name) throws JsonFormatException {
    String s = text(name);
    return s.startsWith("~") ? s : thread(name);
  }

  /** A whole number in a range, both ends included. */
  public long number(String name, long min, long max) throws JsonFormatException {
    if (fields.get(name) instanceof Long n && n >= min && n <= max) {
      return n;
    }
    throw wrong(name, "a whole number in " + min + ".." + max);
  }

  /** Any 64-bit number. */
  public long number(String name) throws JsonFormatException {
    return number(name, Long.MIN_VALUE, Long.MAX_VALUE);
  }

  /** A 32-bit number in a range, both ends included. */
  public int integer(String name, int min, int max) throws JsonFormatException {
    return (int) number(name, min, max);
  }

  /** True or false. */
  public boolean flag(String name) throws JsonFormatException {
    if (fields.get(name) instanceof Boolean b) {
      return b;
    }
    throw wrong(name, "true or false");
  }

  /** A 64-bit hash of 16 hex digits. */
  public long hash(String name) throws JsonFormatException {
    return Long.parseUnsignedLong(text(name, HASH, "16 hex digits"), 16);
  }

  /** One of an enum's values, by the text it goes by. */
  public <E extends Enum<E>> E oneOf(String name, Class<E> type, Function<E, String> text)
      throws JsonFormatException {
    String found = text(name);
    List<String> legal = new ArrayList<>();
    for (E value : type.getEnumConstants()) {
      if (text.apply(value).equals(found)) {
        return value;
      }
      legal.add(text.apply(value));
    }
    throw wrong(name, "one of " + String.join(", ", legal));
  }

  /** An enum value's default text: lower case, hyphens. */
  public static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** An object. */
  public JsonObject object(String name) throws JsonFormatException {
    return new JsonObject(file, at(name), fields.get(name));
  }

  /** An object, or null if the field is null or missing. */
  public <T> @Nullable T objectOrNull(String name, Reader<T> reader) throws JsonFormatException {
    return has(name) ? reader.read(object(name)) : null;
  }

  /** An array of objects. */
  public <T> List<T> objects(String name, Reader<T> reader) throws JsonFormatException {
    List<T> read = new ArrayList<>();
    for (Object element : array(name)) {
      read.add(reader.read(new JsonObject(file, at(name) + "[" + read.size() + "]", element)));
    }
    return List.copyOf(read);
  }

  /** An array of texts. */
  public List<String> strings(String name) throws JsonFormatException {
    List<String> read = new ArrayList<>();
    for (Object element : array(name)) {
      if (!(element instanceof String s)) {
        throw wrong(name, "an array of texts");
      }
      read.add(s);
    }
    return List.copyOf(read);
  }

  /** Named numbers, in the order of the file. */
  public Map<String, Long> numbers(String name) throws JsonFormatException {
    JsonObject object = object(name);
    Map<String, Long> read = new LinkedHashMap<>();
    for (String key : object.names()) {
      read.put(key, object.number(key));
    }
    return read;
  }

  /** The whole numbers among the fields, in the order of the file. */
  public Map<String, Long> numbersOnly() {
    Map<String, Long> read = new LinkedHashMap<>();
    fields.forEach(
        (key, value) -> {
          if (value instanceof Long n) {
            read.put(String.valueOf(key), n);
          }
        });
    return read;
  }

  /** The fields' names, in the order of the file. */
  public List<String> names() {
    return fields.keySet().stream().map(String::valueOf).toList();
  }

  private List<?> array(String name) throws JsonFormatException {
    if (fields.get(name) instanceof List<?> list) {
      return list;
    }
    throw wrong(name, "an array");
  }

  private String at(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  private JsonFormatException wrong(String name, String expected) {
    Object found = fields.get(name);
    return new JsonFormatException(
        file
            + ": "
            + at(name)
            + ": expected "
            + expected
            + ", found "
            + (fields.containsKey(name) ? shown(found) : "nothing")
            + ".");
  }

  static String shown(@Nullable Object value) {
    if (value instanceof Map) {
      return "an object";
    }
    if (value instanceof List) {
      return "an array";
    }
    String s = String.valueOf(value);
    String cut = s.length() <= 60 ? s : s.substring(0, 60) + "…";
    return value instanceof String ? "\"" + cut + "\"" : cut;
  }
}
