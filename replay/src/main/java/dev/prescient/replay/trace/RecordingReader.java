package dev.prescient.replay.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a recording up to its last whole block. */
public final class RecordingReader {
  /** Most values that a program may choose from. */
  private static final int MOST_VALUES = 1000;

  private final Path file;
  private final List<Recording.Choice> choices = new ArrayList<>();
  private final List<Recording.Time> times = new ArrayList<>();
  private final Map<String, Long> classes = new LinkedHashMap<>();
  private final Map<String, String> names = new LinkedHashMap<>();
  private final List<String> threads = new ArrayList<>();
  private final List<Site> sites = new ArrayList<>();
  private final Order.Builder order = new Order.Builder();
  private int marks;

  private record Site(long hash, String location) {}

  private RecordingReader(Path file) {
    this.file = file;
  }

  /**
   * Reads a file.
   *
   * @throws TraceFormatException if it is no recording, or damaged
   */
  public static Recording read(Path file) throws IOException {
    return new RecordingReader(file).read();
  }

  private Recording read() throws IOException {
    try (BlockReader in = new BlockReader(file, Recording.MAGIC)) {
      byte[] first = in.next();
      if (first == null) {
        throw new TraceFormatException(file + ": the recording has no header. Record again.");
      }
      Recording.Header header = header(new EntryCursor(file, first));
      for (byte[] block = in.next(); block != null; block = in.next()) {
        EntryCursor cursor = new EntryCursor(file, block);
        while (cursor.hasMore()) {
          entry(cursor);
        }
      }
      return new Recording(
          header,
          List.copyOf(choices),
          List.copyOf(times),
          Map.copyOf(classes),
          Map.copyOf(names),
          marks,
          in.truncated(),
          order.build());
    }
  }

  private static Recording.Header header(EntryCursor in) throws TraceFormatException {
    return new Recording.Header(
        in.text(), in.text(), in.u64(), in.u64(), in.text(), in.texts(), in.texts());
  }

  private void entry(EntryCursor in) throws TraceFormatException {
    int kind = in.u8();
    switch (kind) {
      case EntryKind.CHOICE -> choice(in, Recording.Kind.THREAD);
      case EntryKind.WAITER -> choice(in, Recording.Kind.WAITER);
      case EntryKind.VALUE -> value(in);
      case EntryKind.TIME ->
          times.add(new Recording.Time(thread(in), in.count(Integer.MAX_VALUE), in.number()));
      case EntryKind.MARK -> {
        String unused = thread(in) + in.number();
        marks++;
      }
      case EntryKind.ORDER -> {
        int runs = in.count(Integer.MAX_VALUE);
        for (int i = 0; i < runs; i++) {
          String thread = thread(in);
          int count = in.count(Integer.MAX_VALUE);
          if (count == 0) {
            throw in.damaged("a run of no operations");
          }
          order.add(thread, count);
        }
      }
      case EntryKind.THREAD -> {
        String path = in.text();
        threads.add(path);
        names.put(path, in.text());
      }
      case EntryKind.SITE -> sites.add(new Site(in.u64(), in.text()));
      case EntryKind.CLASS -> {
        String name = in.text();
        classes.put(name, in.u64());
      }
      default -> throw in.damaged("unknown entry " + kind);
    }
  }

  private void choice(EntryCursor in, Recording.Kind kind) throws TraceFormatException {
    int flags = in.u8();
    String thread = thread(in);
    int n = in.count(Integer.MAX_VALUE);
    String chosen = thread(in);
    int number = in.count(sites.size());
    Site site = number == 0 ? new Site(0, "") : sites.get(number - 1);
    int count = in.count(threads.size());
    List<String> enabled = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      enabled.add(thread(in));
    }
    choices.add(
        new Recording.Choice(
            kind,
            thread,
            n,
            chosen,
            (flags & EntryKind.PREEMPTIVE) != 0,
            (flags & EntryKind.YIELDS) != 0,
            (flags & EntryKind.CONTINUES) != 0,
            List.copyOf(enabled),
            site.hash(),
            site.location(),
            (flags & EntryKind.STATE) != 0 ? states(in, count) : Recording.States.NONE));
  }

  private static Recording.States states(EntryCursor in, int count) throws TraceFormatException {
    long before = in.u64();
    List<Long> after = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      after.add(in.u64());
    }
    return new Recording.States(before, after);
  }

  private void value(EntryCursor in) throws TraceFormatException {
    String thread = thread(in);
    int n = in.count(Integer.MAX_VALUE);
    int chosen = in.count(MOST_VALUES);
    int number = in.count(sites.size());
    Site site = number == 0 ? new Site(0, "") : sites.get(number - 1);
    List<String> values = new ArrayList<>();
    int count = in.count(MOST_VALUES);
    for (int i = 0; i < count; i++) {
      values.add(String.valueOf(i));
    }
    choices.add(
        new Recording.Choice(
            Recording.Kind.VALUE,
            thread,
            n,
            String.valueOf(chosen),
            false,
            false,
            false,
            List.copyOf(values),
            site.hash(),
            site.location()));
  }

  private String thread(EntryCursor in) throws TraceFormatException {
    if (threads.isEmpty()) {
      throw in.damaged("a thread is used before it is named");
    }
    return threads.get(in.count(threads.size() - 1));
  }
}
