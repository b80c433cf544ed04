package dev.prescient.cli.memory;

import dev.prescient.cli.memory.Enumerator.Reach;
import dev.prescient.cli.memory.ThreadTrace.Event;
import dev.prescient.cli.memory.ThreadTrace.Kind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Traces of all threads as one execution: every synchronisation order that agrees with program
 * order and in which a volatile load returns what was written last, and the happens-before order of
 * each. {@link ReadsFrom} then looks for writes that the plain loads may return.
 *
 * <p>Only finitely many actions come before another in a synchronisation order: the last turn of a
 * thread that is stuck comes after all synchronisation of the threads that are not.
 *
 * <p>State: {@code next} says how far each thread is, {@code order} what was taken; {@code written}
 * and {@code owners} follow from these.
 */
final class Execution {
  private final Program program;
  private final List<ThreadTrace> traces;
  private final Set<Reach> known;
  private final int[] next;
  private final List<int[]> order = new ArrayList<>();
  private final Map<String, Integer> written;
  private final Map<String, Integer> owners = new HashMap<>();
  private final Set<Reach> reach = EnumSet.noneOf(Reach.class);

  /**
   * An execution.
   *
   * @param known how its final state is known to be reached
   */
  Execution(Program program, List<ThreadTrace> traces, Set<Reach> known) {
    this.program = program;
    this.traces = traces;
    this.known = known;
    this.next = new int[traces.size()];
    this.written = new HashMap<>(program.initial());
  }

  /** How consistent the traces can be with each other; nothing if they cannot. */
  Set<Reach> reach() {
    for (int t = 0; t < next.length; t++) {
      next[t] = synchronisationFrom(t, 0);
    }
    extend();
    return reach;
  }

  private int synchronisationFrom(int t, int index) {
    List<Event> events = traces.get(t).events();
    int i = index;
    while (i < events.size() && !events.get(i).kind().isSynchronisation()) {
      i++;
    }
    return i;
  }

  private boolean atEnd(int t) {
    return next[t] == traces.get(t).events().size();
  }

  private void extend() {
    boolean complete = true;
    for (int t = 0; t < next.length; t++) {
      if (!atEnd(t)) {
        complete = false;
        if (isEnabled(t)) {
          take(t);
        }
      }
    }
    if (complete) {
      HappensBefore before = new HappensBefore(traces, order);
      reach.addAll(known);
      reach.addAll(new ReadsFrom(program, traces, before, reach).reach());
    }
  }

  private void take(int t) {
    int index = next[t];
    Event e = traces.get(t).events().get(index);
    String name = e.name();
    Integer before = written.get(name);
    if (e.kind() == Kind.VOLATILE_WRITE) {
      written.put(name, e.value());
    } else if (e.kind() == Kind.LOCK) {
      owners.put(name, t);
    } else if (e.kind() == Kind.UNLOCK) {
      owners.remove(name);
    }
    order.add(new int[] {t, index});
    next[t] = synchronisationFrom(t, index + 1);
    extend();
    next[t] = index;
    order.remove(order.size() - 1);
    if (e.kind() == Kind.VOLATILE_WRITE && before != null) {
      written.put(name, before);
    } else if (e.kind() == Kind.LOCK) {
      owners.remove(name);
    } else if (e.kind() == Kind.UNLOCK) {
      owners.put(name, t);
    }
  }

  private boolean isEnabled(int t) {
    ThreadTrace trace = traces.get(t);
    if (trace.isStuck() && next[t] >= trace.stuckFrom() && !othersAreAtEnd()) {
      return false;
    }
    Event e = trace.events().get(next[t]);
    return switch (e.kind()) {
      case VOLATILE_READ -> written.getOrDefault(e.name(), 0) == e.value();
      case LOCK -> !owners.containsKey(e.name());
      case JOIN -> isOver(e.name());
      case READ, WRITE, VOLATILE_WRITE, UNLOCK, FREEZE, PRINT -> true;
    };
  }

  private boolean othersAreAtEnd() {
    for (int t = 0; t < next.length; t++) {
      if (!traces.get(t).isStuck() && !atEnd(t)) {
        return false;
      }
    }
    return true;
  }

  private boolean isOver(String thread) {
    for (int t = 0; t < next.length; t++) {
      if (traces.get(t).thread().equals(thread)) {
        return !traces.get(t).isStuck() && atEnd(t);
      }
    }
    throw new IllegalArgumentException("join " + thread);
  }
}
