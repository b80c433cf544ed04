package dev.prescient.replay.trace;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads a block's bytes; whatever does not fit is a {@link TraceFormatException}. */
final class EntryCursor {
  private final Path file;
  private final byte[] bytes;
  private int at;

  EntryCursor(Path file, byte[] bytes) {
    this.file = file;
    this.bytes = bytes;
  }

  boolean hasMore() {
    return at < bytes.length;
  }

  int u8() throws TraceFormatException {
    if (at >= bytes.length) {
      throw damaged("an entry ends too early");
    }
    return bytes[at++] & 0xFF;
  }

  long number() throws TraceFormatException {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int b = u8();
      value |= (long) (b & 0x7F) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw damaged("a number is too long");
  }

  /** A number in 0..max. */
  int count(int max) throws TraceFormatException {
    long value = number();
    if (value < 0 || value > max) {
      throw damaged("found " + value + ", expected 0.." + max);
    }
    return (int) value;
  }

  long u64() throws TraceFormatException {
    long value = 0;
    for (int i = 0; i < 8; i++) {
      value = value << 8 | u8();
    }
    return value;
  }

  String text() throws TraceFormatException {
    int length = count(bytes.length);
    if (length > bytes.length - at) {
      throw damaged("a text is longer than its block");
    }
    String text = new String(bytes, at, length, StandardCharsets.UTF_8);
    at += length;
    return text;
  }

  List<String> texts() throws TraceFormatException {
    int count = count(bytes.length - at);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(text());
    }
    return texts;
  }

  TraceFormatException damaged(String what) {
    return new TraceFormatException(
        file + ": " + what + " at byte " + at + " of a block. The file is damaged.");
  }
}
