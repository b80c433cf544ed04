package dev.prescient.replay.trace;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of a block being made: numbers of 7 bits a byte, texts of UTF-8 behind their length. */
final class EntryBuffer {
  private byte[] bytes = new byte[1 << 12];
  private int length;

  void u8(int value) {
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, length * 2);
    }
    bytes[length++] = (byte) value;
  }

  /** An unsigned number, low bits first, the high bit of a byte says that more follow. */
  void number(long value) {
    long v = value;
    while ((v & ~0x7FL) != 0) {
      u8((int) ((v & 0x7F) | 0x80));
      v >>>= 7;
    }
    u8((int) v);
  }

  /** Eight bytes, big-endian. */
  void u64(long value) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      u8((int) (value >>> shift));
    }
  }

  void text(String text) {
    byte[] utf = text.getBytes(StandardCharsets.UTF_8);
    number(utf.length);
    for (byte b : utf) {
      u8(b);
    }
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  void clear() {
    length = 0;
  }
}
