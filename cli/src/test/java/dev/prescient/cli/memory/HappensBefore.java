package dev.prescient.cli.memory;

import dev.prescient.cli.memory.ThreadTrace.Event;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Happens-before (JLS 17.4.5) of some traces under one synchronisation order. Events have numbers,
 * those of the first thread first; there are at most 64. Initial writes come before all of them.
 */
final class HappensBefore {
  private final List<ThreadTrace> traces;
  private final int[] first;
  private final int[] done;
  private final long[] before;
  private final Map<String, Long> released = new HashMap<>();
  private final int[][] order;

  /**
   * Computes it.
   *
   * @param order the synchronisation order: thread and index of each event
   */
  HappensBefore(List<ThreadTrace> traces, List<int[]> order) {
    this.traces = traces;
    this.first = new int[traces.size() + 1];
    for (int t = 0; t < traces.size(); t++) {
      first[t + 1] = first[t] + traces.get(t).events().size();
    }
    if (size() > Long.SIZE) {
      throw new IllegalArgumentException(size() + " events, expected at most 64");
    }
    this.done = new int[traces.size()];
    this.before = new long[size()];
    this.order = order.toArray(int[][]::new);
    for (int[] e : order) {
      advance(e[0], e[1] + 1);
    }
    for (int t = 0; t < done.length; t++) {
      advance(t, traces.get(t).events().size());
    }
  }

  /** Number of events. */
  int size() {
    return first[first.length - 1];
  }

  /** The number of a thread's event. */
  int number(int thread, int index) {
    return first[thread] + index;
  }

  /** Bits of the events that happen before one. */
  long before(int event) {
    return before[event];
  }

  /** Whether one event happens before another. */
  boolean ordered(int earlier, int later) {
    return (before[later] & 1L << earlier) != 0;
  }

  /** The numbers of the events in the synchronisation order. */
  int[] synchronisation() {
    int[] numbers = new int[order.length];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = number(order[i][0], order[i][1]);
    }
    return numbers;
  }

  private void advance(int t, int to) {
    for (; done[t] < to; done[t]++) {
      Event e = traces.get(t).events().get(done[t]);
      int n = number(t, done[t]);
      if (done[t] > 0) {
        before[n] |= before[n - 1] | 1L << (n - 1);
      }
      switch (e.kind()) {
        case VOLATILE_READ, LOCK -> before[n] |= released.getOrDefault(e.name(), 0L);
        case VOLATILE_WRITE, UNLOCK ->
            released.merge(e.name(), before[n] | 1L << n, (a, b) -> a | b);
        case JOIN -> before[n] |= all(e.name());
        case READ, WRITE, FREEZE, PRINT -> {}
      }
    }
  }

  /** All of a thread that is at its end, and what comes before that. */
  private long all(String thread) {
    int t = 0;
    while (!traces.get(t).thread().equals(thread)) {
      t++;
    }
    int size = traces.get(t).events().size();
    advance(t, size);
    int last = number(t, size - 1);
    return size == 0 ? 0 : before[last] | 1L << last;
  }
}
