package dev.prescient.replay.trace;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Appends checksummed blocks to a file: 8 bytes of magic, then per block its length and CRC-32C
 * (big-endian 32 bits each) and its bytes. A file cut anywhere is readable up to its last whole
 * block. One thread at a time.
 */
public final class BlockWriter implements Closeable {
  /** Largest block, 16 MiB. */
  public static final int MAX_BLOCK = 1 << 24;

  private final OutputStream out;

  /**
   * Creates or replaces a file.
   *
   * @param magic 8 ASCII characters, the last one the format's version
   */
  public BlockWriter(Path file, String magic) throws IOException {
    byte[] m = magic.getBytes(StandardCharsets.US_ASCII);
    if (m.length != 8) {
      throw new IllegalArgumentException("magic " + magic + ": expected 8 characters");
    }
    out = Files.newOutputStream(file);
    out.write(m);
  }

  /**
   * Appends one block and hands it to the operating system.
   *
   * @param length 1..{@link #MAX_BLOCK}
   */
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (length < 1 || length > MAX_BLOCK) {
      throw new IllegalArgumentException("block of " + length + " bytes: expected 1.." + MAX_BLOCK);
    }
    CRC32C crc = new CRC32C();
    crc.update(bytes, offset, length);
    out.write(ByteBuffer.allocate(8).putInt(length).putInt((int) crc.getValue()).array());
    out.write(bytes, offset, length);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
