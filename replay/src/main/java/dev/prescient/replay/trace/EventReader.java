package dev.prescient.replay.trace;

import dev.prescient.runtime.trace.TraceHooks;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads what {@link EventWriter} wrote, event by event. A trace that was cut ends with its last
 * whole event.
 *
 * <p>State: {@code block} and {@code position} are the place in the file; the rest is what the
 * events so far said of the running thread. Not thread-safe.
 */
public final class EventReader implements Closeable {
  /** Gets the events in their order. */
  public interface Visitor {
    /**
     * A class that was woven for capture, before the first event in it.
     *
     * @param firstMethod number of its first method; the others follow in the order of the file
     * @param name internal name
     * @param bytes before weaving
     */
    void visitClass(int firstMethod, String name, byte[] bytes) throws IOException;

    /** Another thread goes on; every event up to the next switch is its own. */
    void visitSwitch(String thread);

    /** The running thread has started threads {@code from+1} to {@code to}. */
    void visitChildren(int from, int to);

    /**
     * An object is mentioned first.
     *
     * @param className of its class, as Java names it: {@code a.b.C}, {@code [I}
     * @param arrayLength of an array, else -1
     */
    void visitObject(int id, String className, int arrayLength);

    /** The running thread enters a method; its arguments follow. */
    void visitEnter(int method);

    /** An argument of the method entered last. */
    void visitArgument(char kind, long bits);

    /**
     * An instruction gave a value.
     *
     * @param kind {@code I J F D} or {@code L}
     * @param bits raw bits; an object's id
     */
    void visitValue(int method, int index, char kind, long bits);

    /** An instruction is done. */
    void visitDone(int method, int index);

    /** A handler begins at an instruction. */
    void visitCaught(int method, int index, int exception);
  }

  private static final int MAX_TEXT = 1 << 16;

  /** The events end inside one. */
  private static final class End extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private final Path file;
  private final BlockReader in;
  private final Visitor visitor;
  private final Map<Integer, String> classes = new HashMap<>();
  private final Map<String, Integer> children = new HashMap<>();
  private byte[] block = new byte[0];
  private int position;
  private @Nullable String thread;
  private long events;

  /**
   * Opens a trace.
   *
   * @param run the run's folder
   */
  public EventReader(Path run, Visitor visitor) throws IOException {
    file = run.resolve(EventWriter.NAME);
    in = new BlockReader(file, EventWriter.MAGIC);
    this.visitor = visitor;
  }

  /**
   * Reads all events.
   *
   * @return how many there were
   * @throws TraceFormatException if the file is damaged
   */
  public long readAll() throws IOException {
    try {
      while (true) {
        if (position >= block.length && !nextBlock()) {
          return events;
        }
        event();
        events++;
      }
    } catch (End e) {
      return events;
    }
  }

  private boolean nextBlock() throws IOException {
    while (true) {
      byte[] b = in.next();
      if (b == null) {
        return false;
      }
      if (b[0] == 'E') {
        block = b;
        position = 1;
        if (b.length > 1) {
          return true;
        }
      } else if (b[0] == 'C') {
        DataInputStream data = new DataInputStream(new ByteArrayInputStream(b, 1, b.length - 1));
        int first = data.readInt();
        String name = data.readUTF();
        visitor.visitClass(first, name, data.readAllBytes());
      } else {
        throw new TraceFormatException(file + ": block of unknown kind " + b[0]);
      }
    }
  }

  private void event() throws IOException {
    int kind = octet();
    switch (kind) {
      case TraceHooks.SWITCH -> {
        String path = text();
        thread = path;
        visitor.visitSwitch(path);
        children(path, integer());
      }
      case TraceHooks.CHILDREN -> children(String.valueOf(thread), integer());
      case TraceHooks.CLASS -> {
        int id = integer();
        String name = text();
        classes.put(id, name);
        visitor.visitObject(id, "java.lang.Class", -1);
      }
      case TraceHooks.OBJECT -> {
        int id = integer();
        String name = classes.getOrDefault(integer(), "java.lang.Object");
        visitor.visitObject(id, name, integer() - 1);
      }
      case TraceHooks.ENTER -> visitor.visitEnter(integer());
      case TraceHooks.ARGUMENT -> {
        char type = (char) octet();
        visitor.visitArgument(type, value());
      }
      case TraceHooks.VALUE -> {
        int method = integer();
        int index = integer();
        char type = (char) octet();
        visitor.visitValue(method, index, type, value());
      }
      case TraceHooks.DONE -> {
        int method = integer();
        visitor.visitDone(method, integer());
      }
      case TraceHooks.CAUGHT -> {
        int method = integer();
        int index = integer();
        visitor.visitCaught(method, index, integer());
      }
      default -> throw new TraceFormatException(file + ": event of unknown kind " + kind);
    }
  }

  private void children(String path, int n) {
    Integer before = children.put(path, n);
    int from = before == null ? 0 : before;
    if (n > from) {
      visitor.visitChildren(from, n);
    }
  }

  private int octet() throws IOException {
    if (position >= block.length && !nextBlock()) {
      throw new End();
    }
    return block[position++];
  }

  private long number() throws IOException {
    long n = 0;
    for (int shift = 0; shift < 70; shift += 7) {
      int b = octet();
      n |= (long) (b & 0x7F) << shift;
      if (b >= 0) {
        return n;
      }
    }
    throw new TraceFormatException(file + ": a number has more than ten bytes");
  }

  private int integer() throws IOException {
    long n = number();
    if (n < 0 || n > Integer.MAX_VALUE) {
      throw new TraceFormatException(file + ": number " + n + " where 0..2^31-1 is expected");
    }
    return (int) n;
  }

  private long value() throws IOException {
    long n = number();
    return (n >>> 1) ^ -(n & 1);
  }

  private String text() throws IOException {
    int n = integer();
    if (n > MAX_TEXT) {
      throw new TraceFormatException(file + ": text of " + n + " characters");
    }
    StringBuilder s = new StringBuilder();
    for (int i = 0; i < n; i++) {
      s.append((char) number());
    }
    return s.toString();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
