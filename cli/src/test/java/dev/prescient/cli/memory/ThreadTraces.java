package dev.prescient.cli.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * All traces of a thread: it is run again and again, and each load gets each value that its
 * variable may have.
 *
 * <p>State: {@code chosen} and {@code sizes} are the values taken at the loads of the present trace
 * and how many there were to choose from.
 */
final class ThreadTraces {
  private final Map<String, List<Integer>> values;
  private final List<Integer> chosen = new ArrayList<>();
  private final List<Integer> sizes = new ArrayList<>();

  private ThreadTraces(Map<String, List<Integer>> values) {
    this.values = values;
  }

  /**
   * The traces of a thread.
   *
   * @param values that each variable may have
   */
  static List<ThreadTrace> of(Program program, String thread, Map<String, List<Integer>> values) {
    ThreadTraces traces = new ThreadTraces(values);
    List<ThreadTrace> all = new ArrayList<>();
    do {
      all.add(ThreadInterpreter.run(program, thread, traces::choose));
    } while (traces.next());
    return all;
  }

  private Integer choose(String variable, int n) {
    List<Integer> possible = values.getOrDefault(variable, List.of());
    if (n == chosen.size()) {
      chosen.add(0);
      sizes.add(possible.size());
    }
    return possible.get(chosen.get(n));
  }

  /** Takes the next value at the last load that has one, and forgets the loads after it. */
  private boolean next() {
    int last = chosen.size() - 1;
    while (last >= 0 && chosen.get(last) + 1 == sizes.get(last)) {
      chosen.remove(last);
      sizes.remove(last--);
    }
    if (last >= 0) {
      chosen.set(last, chosen.get(last) + 1);
    }
    return last >= 0;
  }
}
