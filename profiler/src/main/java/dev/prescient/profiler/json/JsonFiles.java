package dev.prescient.profiler.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Writer;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads JSON documents. A file appears under its name only when it is complete; a
 * document that is read is bounded in size, depth and lengths before anything looks at it.
 */
public final class JsonFiles {
  /** Largest file read, 256 MiB. */
  private static final long MAX_BYTES = 1L << 28;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(32)
                  .maxStringLength(1 << 20)
                  .maxNameLength(1 << 16)
                  .maxNumberLength(32)
                  .build())
          .build();

  private JsonFiles() {}

  /** What a document contains. */
  @FunctionalInterface
  public interface Body {
    /** Writes the one top-level object, its braces included. */
    void write(JsonGenerator out) throws IOException;
  }

  /** Writes an element of an array. */
  @FunctionalInterface
  public interface Element<T> {
    /** Writes one value. */
    void write(JsonGenerator out, T value) throws IOException;
  }

  /** Writes a document beside its place and moves it there. */
  public static void write(Path file, Body body) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try {
      // not by a channel, which is 25 classes more at every end
      try (OutputStream bytes = new FileOutputStream(part.toFile());
          JsonGenerator out = FACTORY.createGenerator(bytes)) {
        print(out, body);
      }
      move(part, file);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** Writes a document to a writer, which stays open. */
  public static void write(Writer writer, Body body) throws IOException {
    JsonGenerator out = FACTORY.createGenerator(writer);
    out.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    print(out, body);
    out.flush();
  }

  private static void print(JsonGenerator out, Body body) throws IOException {
    out.useDefaultPrettyPrinter();
    body.write(out);
    out.writeRaw('\n');
  }

  private static void move(Path from, Path to) throws IOException {
    try {
      Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException e) {
      Files.move(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Writes a field that holds an array. */
  public static <T> void array(
      JsonGenerator out, String name, Iterable<? extends T> values, Element<T> element)
      throws IOException {
    out.writeArrayFieldStart(name);
    for (T value : values) {
      element.write(out, value);
    }
    out.writeEndArray();
  }

  /** Writes a field that holds an array of texts. */
  public static void strings(JsonGenerator out, String name, List<String> values)
      throws IOException {
    out.writeArrayFieldStart(name);
    for (String value : values) {
      out.writeString(value);
    }
    out.writeEndArray();
  }

  /** Writes a field that holds named numbers. */
  public static void numbers(JsonGenerator out, String name, Map<String, Long> values)
      throws IOException {
    out.writeObjectFieldStart(name);
    for (Map.Entry<String, Long> e : values.entrySet()) {
      out.writeNumberField(e.getKey(), e.getValue());
    }
    out.writeEndObject();
  }

  /** Writes a text, or null. */
  public static void optional(JsonGenerator out, String name, @Nullable String value)
      throws IOException {
    if (value == null) {
      out.writeNullField(name);
    } else {
      out.writeStringField(name, value);
    }
  }

  /** A 64-bit hash as 16 hex digits. */
  public static String hex(long hash) {
    String digits = Long.toHexString(hash);
    return "0".repeat(16 - digits.length()) + digits;
  }

  /**
   * Reads a document.
   *
   * @param schemas what it may call itself in the field of that name
   * @throws java.nio.file.NoSuchFileException if there is no such file
   * @throws JsonFormatException if it is not a JSON object with that schema, or is too large
   */
  public static JsonObject read(Path file, String... schemas) throws IOException {
    long size = Files.size(file);
    if (size > MAX_BYTES) {
      throw new JsonFormatException(
          file + ": " + size + " bytes, expected at most " + MAX_BYTES + ".");
    }
    Object root;
    try (InputStream bytes = Files.newInputStream(file);
        JsonParser in = FACTORY.createParser(bytes)) {
      in.nextToken();
      root = value(in);
      if (in.nextToken() != null) {
        throw new JsonFormatException(file + ": expected one JSON object, found more after it.");
      }
    } catch (JsonProcessingException e) {
      throw new JsonFormatException(file + ": expected JSON: " + e.getMessage());
    }
    JsonObject object = new JsonObject(file.toString(), "", root);
    String found = object.text("schema");
    if (!List.of(schemas).contains(found)) {
      throw new JsonFormatException(
          file
              + ": expected schema "
              + String.join(" or ", schemas)
              + ", found "
              + JsonObject.shown(found)
              + ". The file is of another kind or was made by another version of pm.");
    }
    return object;
  }

  private static @Nullable Object value(JsonParser in) throws IOException {
    JsonToken token = in.currentToken();
    if (token == null) {
      return null;
    }
    switch (token) {
      case START_OBJECT -> {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        while (in.nextToken() != JsonToken.END_OBJECT) {
          String name = in.currentName();
          in.nextToken();
          fields.put(name, value(in));
        }
        return fields;
      }
      case START_ARRAY -> {
        List<@Nullable Object> elements = new ArrayList<>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
          elements.add(value(in));
        }
        return elements;
      }
      case VALUE_STRING -> {
        return in.getText();
      }
      case VALUE_NUMBER_INT -> {
        return in.getNumberType() == JsonParser.NumberType.BIG_INTEGER
            ? in.getText()
            : Long.valueOf(in.getLongValue());
      }
      case VALUE_NUMBER_FLOAT -> {
        return Double.valueOf(in.getDoubleValue());
      }
      case VALUE_TRUE -> {
        return true;
      }
      case VALUE_FALSE -> {
        return false;
      }
      default -> {
        return null;
      }
    }
  }
}
