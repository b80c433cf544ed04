package dev.prescient.replay.trace;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The order of the operations of a free run, as runs of operations of one thread each.
 * Unmodifiable; there may be millions of runs.
 */
public final class Order {
  /** Of a run that was none, or did nothing. */
  public static final Order NONE = new Builder().build();

  private final List<String> paths;
  private final int[] threads;
  private final int[] counts;

  private Order(List<String> paths, int[] threads, int[] counts) {
    this.paths = paths;
    this.threads = threads;
    this.counts = counts;
  }

  /** How many runs there are. */
  public int size() {
    return threads.length;
  }

  /** Paths of the threads, by their numbers here. */
  public List<String> paths() {
    return paths;
  }

  /** The number of the thread of a run. */
  public int thread(int run) {
    return threads[run];
  }

  /** How many operations of that thread follow on each other: 1 or more. */
  public int count(int run) {
    return counts[run];
  }

  /** All operations. */
  public long operations() {
    return Arrays.stream(counts).asLongStream().sum();
  }

  /** Makes one, run after run. */
  public static final class Builder {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> paths = new ArrayList<>();
    private int[] threads = new int[16];
    private int[] counts = new int[16];
    private int size;

    /** The next operations are of this thread. */
    public Builder add(String path, int count) {
      int thread = numbers.computeIfAbsent(path, p -> paths.size());
      if (thread == paths.size()) {
        paths.add(path);
      }
      if (size > 0 && threads[size - 1] == thread && counts[size - 1] + (long) count < 1 << 30) {
        counts[size - 1] += count; // one run, cut by the writer
        return this;
      }
      if (size == threads.length) {
        threads = Arrays.copyOf(threads, 2 * size);
        counts = Arrays.copyOf(counts, 2 * size);
      }
      threads[size] = thread;
      counts[size++] = count;
      return this;
    }

    /** What was added so far. */
    public Order build() {
      return new Order(
          List.copyOf(paths), Arrays.copyOf(threads, size), Arrays.copyOf(counts, size));
    }
  }
}
