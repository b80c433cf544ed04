package dev.prescient.replay.trace;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Reads what {@link BlockWriter} wrote, up to the last whole block. Files are untrusted input. */
public final class BlockReader implements Closeable {
  private final Path file;
  private final DataInputStream in;
  private long offset = 8;
  private boolean truncated;

  /**
   * Opens a file.
   *
   * @throws TraceFormatException if the magic differs: not a file of this kind or version
   */
  public BlockReader(Path file, String magic) throws IOException {
    this.file = file;
    in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16));
    byte[] found = in.readNBytes(8);
    if (!magic.equals(new String(found, StandardCharsets.US_ASCII))) {
      in.close();
      throw new TraceFormatException(
          file
              + " is not a "
              + magic.substring(0, 7)
              + " file of version "
              + magic.charAt(7)
              + ". Record again with this version of pm.");
    }
  }

  /**
   * The next block, or null at the end or where the file was cut.
   *
   * @throws TraceFormatException if a whole block's checksum differs; the offset is in the message
   */
  public byte @Nullable [] next() throws IOException {
    int length;
    int crc;
    try {
      int first = in.read();
      if (first < 0) {
        return null;
      }
      length = first << 24 | in.readUnsignedByte() << 16 | in.readUnsignedShort();
      crc = in.readInt();
    } catch (EOFException e) {
      truncated = true;
      return null;
    }
    if (length < 1 || length > BlockWriter.MAX_BLOCK) {
      throw new TraceFormatException(
          file
              + ": block at byte "
              + offset
              + " says "
              + length
              + " bytes, expected 1.."
              + BlockWriter.MAX_BLOCK
              + ". The file is damaged.");
    }
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      truncated = true;
      return null;
    }
    CRC32C sum = new CRC32C();
    sum.update(bytes, 0, length);
    if ((int) sum.getValue() != crc) {
      throw new TraceFormatException(
          file + ": checksum of the block at byte " + offset + " differs. The file is damaged.");
    }
    offset += 8L + length;
    return bytes;
  }

  /** Whether the file ended inside a block. */
  public boolean truncated() {
    return truncated;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
