package dev.prescient.agent.instrument;

import dev.prescient.agent.Log;
import dev.prescient.runtime.FieldTable;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The boot loader's classes as earlier processes wove them, so that a start neither looks through
 * the JDK nor weaves it again. What is kept holds for one JDK, one build of ours and one kind of
 * weaving (the key), and for the very bytes of a class (a checksum of them).
 *
 * <p>Woven code names fields by the ids of {@link FieldTable}. The JDK's have a range of their own,
 * and the file lists them in the order of their ids.
 *
 * <p>File: magic, key, fields, classes (name {@code a.b.C}, checksum of the original, woven bytes;
 * none if the class is left as it is), checksum of all before it. Texts are Latin-1, which costs
 * nothing to read: the JDK's names are. A file that is not right counts as none. A file is read
 * whole at every start: it stays below some megabytes.
 *
 * <p>State: all collections are guarded by this object's monitor, under which no other code runs.
 */
final class JdkCache {
  /** Stands for a class that is left as it is. */
  static final byte[] NOT_WOVEN = {};

  private static final int MAGIC = 0x504D_4A02;
  private static final String SUFFIX = ".jdk";
  private static final Duration KEEP = Duration.ofDays(30);

  /** Files kept: every build, JDK and kind of weaving has one. */
  private static final int MOST_FILES = 16;

  /** Bytes of woven classes beyond which only those go to the file that this process used. */
  private static final int MOST_BYTES = 8 << 20;

  /** A field that woven code names, as given to {@link FieldTable#defineJdk}. */
  private record Field(String owner, String name, String descriptor, boolean isStatic) {}

  private record Dated(Instant modified, Path file) implements Comparable<Dated> {
    /** The newest first. */
    @Override
    public int compareTo(Dated other) {
      return other.modified.compareTo(modified);
    }
  }

  /** What became of a class with certain bytes. */
  private static final class Entry {
    /** Of the original bytes. */
    final int crc;

    /** Hold the woven ones. */
    final byte[] bytes;

    final int start;

    /** 0 if the class is left as it is. */
    final int length;

    /** Of the same name, with other bytes. */
    final @Nullable Entry next;

    /** Whether this process had a use for it. */
    boolean used;

    Entry(int crc, byte[] bytes, int start, int length, @Nullable Entry next) {
      this.crc = crc;
      this.bytes = bytes;
      this.start = start;
      this.length = length;
      this.next = next;
    }
  }

  private final @Nullable Path file;
  private final String key;
  private final List<Field> fields = new ArrayList<>();

  /** By name {@code a.b.C}, which is what loaded classes say of themselves. */
  private final Map<String, Entry> entries = new HashMap<>(1 << 12);

  private long size;
  private boolean changed;

  private JdkCache(@Nullable Path file, String key) {
    this.file = file;
    this.key = key;
  }

  /** One that keeps nothing beyond this process. */
  static JdkCache none() {
    return new JdkCache(null, "");
  }

  /**
   * What a folder keeps for a key; empty if it keeps nothing or cannot be read.
   *
   * @param key what the woven bytes depend on beside a class's own
   */
  static JdkCache open(Path folder, String key) {
    Path file = folder.resolve(Integer.toHexString(key.hashCode()) + SUFFIX);
    JdkCache cache = new JdkCache(file, key);
    try {
      if (file.toFile().isFile()) {
        if (cache.read(bytes(file.toFile()))) {
          return cache;
        }
        Log.note("the cache " + file + " is not right; it is made anew");
      }
    } catch (IOException | RuntimeException e) {
      // as if there were none
    }
    return new JdkCache(file, key);
  }

  /** Not by {@code Files}, whose channels are 25 classes more at every start. */
  private static byte[] bytes(File file) throws IOException {
    try (InputStream in = new FileInputStream(file)) {
      return in.readAllBytes();
    }
  }

  /** Whether nothing is known yet. */
  synchronized boolean isEmpty() {
    return entries.isEmpty();
  }

  /**
   * Whether a class is woven, by name alone; null if it was not met before.
   *
   * @param name {@code a.b.C}
   */
  synchronized @Nullable Boolean isWoven(String name) {
    Entry first = entries.get(name);
    for (Entry e = first; e != null; e = e.next) {
      e.used = true;
      if (e.length > 0) {
        return true;
      }
    }
    return first == null ? null : false;
  }

  /** A class as woven, {@link #NOT_WOVEN}, or null if it was not met before. */
  synchronized byte @Nullable [] find(String name, byte[] original) {
    Entry e = entries.get(name.replace('/', '.'));
    int crc = e == null ? 0 : crc(original, original.length);
    while (e != null && e.crc != crc) {
      e = e.next;
    }
    if (e == null) {
      return null;
    }
    e.used = true;
    return e.length == 0 ? NOT_WOVEN : Arrays.copyOfRange(e.bytes, e.start, e.start + e.length);
  }

  /** Keeps what became of a class: its woven bytes, or {@link #NOT_WOVEN}. */
  synchronized void put(String name, byte[] original, byte[] result) {
    String dotted = name.replace('/', '.');
    if (new String(latin1(dotted), StandardCharsets.ISO_8859_1).equals(dotted)) {
      add(dotted, crc(original, original.length), result, 0, result.length).used = true;
      changed = true;
    }
  }

  private Entry add(String name, int crc, byte[] bytes, int start, int length) {
    Entry e = new Entry(crc, bytes, start, length, entries.get(name));
    entries.put(name, e);
    size += length;
    return e;
  }

  /** Defines a field that woven code names; parameters as in {@link FieldTable#defineJdk}. */
  synchronized int define(String owner, String name, String descriptor, boolean isStatic) {
    int id = FieldTable.defineJdk(owner, name, descriptor, isStatic);
    if (id != 0) {
      fields.add(new Field(owner, name, descriptor, isStatic));
      changed = true;
    }
    return id;
  }

  /** Writes the file if there is something new; a folder that cannot be written stays as it is. */
  void save() {
    byte[] bytes = bytes();
    Path folder = file == null ? null : file.getParent();
    if (file == null || folder == null || bytes.length == 0) {
      return;
    }
    try {
      makePrivate(folder);
      prune(folder);
      Path fresh = folder.resolve("new" + System.nanoTime() + ".tmp");
      try {
        Files.write(fresh, bytes, StandardOpenOption.CREATE_NEW);
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(fresh);
      }
    } catch (IOException | RuntimeException e) {
      // the next start weaves again
    }
  }

  private static void makePrivate(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    Files.createDirectories(folder);
    if (folder.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    }
  }

  /** Removes what is old, and the oldest of too many. */
  private static void prune(Path folder) throws IOException {
    Instant oldest = Instant.now().minus(KEEP);
    List<Dated> all = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*{.jdk,.tmp}")) {
      for (Path f : files) {
        all.add(new Dated(Files.getLastModifiedTime(f).toInstant(), f));
      }
    }
    Collections.sort(all);
    for (int i = 0; i < all.size(); i++) {
      if (i >= MOST_FILES || all.get(i).modified().isBefore(oldest)) {
        Files.deleteIfExists(all.get(i).file());
      }
    }
  }

  /** The file's content; empty if nothing is new. */
  private synchronized byte[] bytes() {
    if (!changed) {
      return new byte[0];
    }
    changed = false;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(MAGIC);
      write(out, key);
      out.writeInt(fields.size());
      for (Field f : fields) {
        write(out, f.owner());
        write(out, f.name());
        write(out, f.descriptor());
        out.writeByte(f.isStatic() ? 1 : 0);
      }
      writeEntries(out);
      out.writeInt(crc(bytes.toByteArray(), bytes.size()));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return bytes.toByteArray();
  }

  private void writeEntries(DataOutputStream out) throws IOException {
    for (Map.Entry<String, Entry> named : entries.entrySet()) {
      for (Entry e = named.getValue(); e != null; e = e.next) {
        if ((size > MOST_BYTES && !e.used) || out.size() > MOST_BYTES) {
          continue;
        }
        write(out, named.getKey());
        out.writeInt(e.crc);
        out.writeInt(e.length);
        out.write(e.bytes, e.start, e.length);
      }
    }
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    byte[] bytes = latin1(text);
    out.writeShort(bytes.length);
    out.write(bytes);
  }

  private static byte[] latin1(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Takes over a file's content; false if it is not right. */
  private synchronized boolean read(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    int body = bytes.length - Integer.BYTES;
    if (body < 0 || in.getInt(body) != crc(bytes, body)) {
      return false;
    }
    try {
      if (in.getInt() != MAGIC || !text(in).equals(key)) {
        return false;
      }
      for (int n = in.getInt(); n > 0; n--) {
        fields.add(new Field(text(in), text(in), text(in), in.get() != 0));
      }
      while (in.position() < body) {
        String name = text(in);
        int crc = in.getInt();
        int length = in.getInt();
        add(name, crc, bytes, in.position(), length);
        in.position(in.position() + length);
      }
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      return false;
    }
    for (Field f : fields) {
      FieldTable.defineJdk(f.owner(), f.name(), f.descriptor(), f.isStatic());
    }
    return true;
  }

  @SuppressWarnings("ByteBufferBackingArray") // it wraps a whole array
  private static String text(ByteBuffer in) {
    int length = Short.toUnsignedInt(in.getShort());
    String text = new String(in.array(), in.position(), length, StandardCharsets.ISO_8859_1);
    in.position(in.position() + length);
    return text;
  }

  private static int crc(byte[] bytes, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }
}
