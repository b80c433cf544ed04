package dev.prescient.cli.memory;

import dev.prescient.cli.memory.ThreadTrace.Event;
import dev.prescient.cli.memory.ThreadTrace.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An execution in one order of its events, as a run that shows it: loads return the latest value,
 * an older one, or one that comes only later.
 *
 * @param schedule number of the thread of each event
 * @param guesses loads that return what is written only later
 * @param old loads that return neither that nor the latest value, with what they return
 * @param prints what is printed
 * @param coherent whether no thread sees the writes of a variable in another order
 */
record OrderedExecution(
    List<Integer> schedule,
    Map<Occurrence, Guess> guesses,
    Map<Occurrence, Integer> old,
    Set<Occurrence> prints,
    boolean coherent) {

  /**
   * What justifies the value of a load.
   *
   * @param value of the load
   * @param variable read
   * @param writer number of the thread that writes it later
   */
  record Guess(int value, String variable, int writer) {}

  /**
   * Looks at an execution in an order.
   *
   * @param order numbers of events
   * @param events by number
   * @param thread of each event
   * @param from number of the write of each load, negative for the initial one
   */
  static OrderedExecution of(int[] order, Event[] events, int[] thread, int[] from) {
    List<Integer> schedule = new ArrayList<>();
    OrderedExecution x =
        new OrderedExecution(
            schedule,
            new HashMap<>(),
            new HashMap<>(),
            new HashSet<>(),
            isCoherent(order, events, thread, from));
    Map<String, Integer> latest = new HashMap<>();
    Map<Occurrence, Integer> visits = new HashMap<>();
    Set<Integer> written = new HashSet<>();
    for (int i = 0; i < order.length; i++) {
      Event e = events[order[i]];
      int t = thread[order[i]];
      schedule.add(t);
      int n = visits.merge(new Occurrence(t, e.site(), 0), 1, Integer::sum);
      Occurrence name = new Occurrence(t, e.site(), n);
      if (e.kind() == Kind.WRITE) {
        latest.put(e.name(), order[i]);
        written.add(order[i]);
      } else if (e.kind() == Kind.PRINT) {
        x.prints.add(name);
      } else if (e.kind() == Kind.READ) {
        int w = from[order[i]];
        if (w >= 0 && !written.contains(w)) {
          x.guesses.put(name, new Guess(e.value(), e.name(), thread[w]));
        } else if (w != latest.getOrDefault(e.name(), w < 0 ? w : -1)) {
          x.old.put(name, e.value());
        }
      }
    }
    return x;
  }

  private static boolean isCoherent(int[] order, Event[] events, int[] thread, int[] from) {
    int[] place = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      place[order[i]] = i;
    }
    Map<String, Integer> seen = new HashMap<>();
    for (int e = 0; e < events.length; e++) { // thread by thread, in program order
      boolean writes = events[e].kind() == Kind.WRITE || events[e].kind() == Kind.VOLATILE_WRITE;
      if (writes || from[e] >= -1) {
        int now = writes ? place[e] : from[e] < 0 ? -1 : place[from[e]];
        Integer before = seen.put(thread[e] + events[e].name(), now);
        if (before != null && before > now) {
          return false;
        }
      }
    }
    return true;
  }
}
