package dev.prescient.replay.trace;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Writes a recording while the run goes on: the header is the first block, then blocks of whole
 * entries. Threads and sites are numbered in the file and defined before their first use.
 *
 * <p>State: guarded by this object's monitor.
 */
public final class RecordingWriter implements Closeable {
  /** Most runs of operations that {@link #order} is given at once: a block holds them. */
  public static final int ORDER_RUNS = 1 << 17;

  private final BlockWriter out;
  private final EntryBuffer buffer = new EntryBuffer();
  private final Map<String, Integer> threads = new HashMap<>();
  private final Map<Long, Integer> sites = new HashMap<>();

  /** Creates or replaces the file. */
  public RecordingWriter(Path file, Recording.Header header) throws IOException {
    out = new BlockWriter(file, Recording.MAGIC);
    buffer.text(header.command());
    buffer.text(header.jdk());
    buffer.u64(header.seed());
    buffer.u64(header.baseMillis());
    buffer.text(header.strategy());
    texts(header.racyFields());
    texts(header.racyArrays());
    flush();
  }

  /** Writes a whole recording; marks are left out, they are no decisions. */
  public static void write(Path file, Recording recording) throws IOException {
    try (RecordingWriter out = new RecordingWriter(file, recording.header())) {
      recording.threads().forEach(out::thread);
      recording.classes().forEach(out::type);
      recording.times().forEach(out::time);
      recording.choices().forEach(out::choice);
      Order order = recording.order();
      long[] runs = new long[order.size()];
      for (int i = 0; i < runs.length; i++) {
        runs[i] = (long) order.thread(i) << Integer.SIZE | order.count(i);
      }
      for (int from = 0; from < runs.length; from += ORDER_RUNS) {
        out.order(runs, from, Math.min(runs.length, from + ORDER_RUNS), order.paths()::get);
        out.flush();
      }
    }
  }

  /**
   * Operations of a free run in their order.
   *
   * @param runs of operations of one thread: its number above, how many below, 1 or more
   * @param from the first to write
   * @param to the first not to write
   * @param path of a thread's number
   */
  public synchronized void order(long[] runs, int from, int to, IntFunction<String> path) {
    if (from == to) {
      return;
    }
    int[] numbers = new int[16];
    for (int i = from; i < to; i++) { // definitions come first
      int thread = (int) (runs[i] >>> Integer.SIZE);
      if (thread >= numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * thread);
      }
      if (numbers[thread] == 0) {
        numbers[thread] = number(path.apply(thread)) + 1;
      }
    }
    buffer.u8(EntryKind.ORDER);
    buffer.number(to - (long) from);
    for (int i = from; i < to; i++) {
      buffer.number(numbers[(int) (runs[i] >>> Integer.SIZE)] - 1L);
      buffer.number(runs[i] & 0xFFFFFFFFL);
    }
  }

  private void texts(List<String> texts) {
    buffer.number(texts.size());
    for (String t : texts) {
      buffer.text(t);
    }
  }

  /** Names a thread; needed before it is first used only if its name matters. */
  public synchronized void thread(String path, String name) {
    if (!threads.containsKey(path)) {
      threads.put(path, threads.size());
      buffer.u8(EntryKind.THREAD);
      buffer.text(path);
      buffer.text(name);
    }
  }

  /** The hash of an application class. */
  public synchronized void type(String name, long hash) {
    buffer.u8(EntryKind.CLASS);
    buffer.text(name);
    buffer.u64(hash);
  }

  /** A decision. */
  public synchronized void choice(Recording.Choice c) {
    if (c.kind() == Recording.Kind.VALUE) {
      value(c);
      return;
    }
    int thread = number(c.thread());
    int chosen = number(c.chosen());
    int site = site(c.siteHash(), c.site());
    int[] enabled = new int[c.enabled().size()];
    for (int i = 0; i < enabled.length; i++) {
      enabled[i] = number(c.enabled().get(i));
    }
    buffer.u8(c.kind() == Recording.Kind.WAITER ? EntryKind.WAITER : EntryKind.CHOICE);
    buffer.u8(
        (c.preemptive() ? EntryKind.PREEMPTIVE : 0)
            | (c.yields() ? EntryKind.YIELDS : 0)
            | (c.continues() ? EntryKind.CONTINUES : 0)
            | (keepsStates(c) ? EntryKind.STATE : 0));
    buffer.number(thread);
    buffer.number(c.n());
    buffer.number(chosen);
    buffer.number(site);
    buffer.number(enabled.length);
    for (int e : enabled) {
      buffer.number(e);
    }
    if (keepsStates(c)) {
      buffer.u64(c.states().before());
      c.states().after().forEach(buffer::u64);
    }
  }

  private static boolean keepsStates(Recording.Choice c) {
    return c.states().before() != 0 && c.states().after().size() == c.enabled().size();
  }

  private void value(Recording.Choice c) {
    int thread = number(c.thread());
    int site = site(c.siteHash(), c.site());
    buffer.u8(EntryKind.VALUE);
    buffer.number(thread);
    buffer.number(c.n());
    buffer.number(Integer.parseInt(c.chosen()));
    buffer.number(site);
    buffer.number(c.enabled().size());
  }

  /** The clock after a return from outside. */
  public synchronized void time(Recording.Time t) {
    int thread = number(t.thread());
    buffer.u8(EntryKind.TIME);
    buffer.number(thread);
    buffer.number(t.n());
    buffer.number(t.nanos());
  }

  /** The watchdog took a thread for one that is outside. */
  public synchronized void mark(String path, int n) {
    int thread = number(path);
    buffer.u8(EntryKind.MARK);
    buffer.number(thread);
    buffer.number(n);
  }

  private int number(String path) {
    thread(path, "");
    return threads.getOrDefault(path, 0);
  }

  private int site(long hash, String location) {
    if (hash == 0) {
      return 0;
    }
    Integer known = sites.get(hash);
    if (known != null) {
      return known;
    }
    sites.put(hash, sites.size() + 1);
    buffer.u8(EntryKind.SITE);
    buffer.u64(hash);
    buffer.text(location);
    return sites.size();
  }

  /** Bytes not yet handed to the operating system. */
  public synchronized int pending() {
    return buffer.length();
  }

  /** Ends the block, if there is anything in it. */
  public synchronized void flush() throws IOException {
    int at = 0;
    while (at < buffer.length()) {
      int length = Math.min(buffer.length() - at, BlockWriter.MAX_BLOCK);
      out.write(buffer.bytes(), at, length);
      at += length;
    }
    buffer.clear();
  }

  @Override
  public synchronized void close() throws IOException {
    flush();
    out.close();
  }
}
