package dev.prescient.cli.memory;

import dev.prescient.cli.memory.Enumerator.Reach;
import dev.prescient.cli.memory.ThreadTrace.Event;
import dev.prescient.cli.memory.ThreadTrace.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Looks for a write for each load under one happens-before order: of equal value, not after the
 * load, and not overwritten before it (JLS 17.4.7). Final fields (JLS 17.5): through a reference
 * that was stored after the freeze, no write of the field that comes before the constructor's is
 * seen.
 *
 * <p>State: {@code from} has the write of each event that is a load; {@link #INITIAL}: its
 * variable's initial one; {@link #NONE}: not yet known, or no load.
 */
final class ReadsFrom {
  private static final int INITIAL = -1;
  private static final int NONE = -2;

  /** No program's value. */
  private static final int PROBE = -1_000_003;

  private final Program program;
  private final HappensBefore order;
  private final Set<Reach> known;
  private final Event[] events;
  private final int[] thread;
  private final int[] from;
  private final Set<Reach> reach = EnumSet.noneOf(Reach.class);

  ReadsFrom(Program program, List<ThreadTrace> traces, HappensBefore order, Set<Reach> known) {
    this.program = program;
    this.order = order;
    this.known = known;
    this.events = new Event[order.size()];
    this.thread = new int[order.size()];
    this.from = new int[order.size()];
    Arrays.fill(from, NONE);
    for (int t = 0; t < traces.size(); t++) {
      for (int i = 0; i < traces.get(t).events().size(); i++) {
        events[order.number(t, i)] = traces.get(t).events().get(i);
        thread[order.number(t, i)] = t;
      }
    }
  }

  Set<Reach> reach() {
    setVolatile();
    choose(0);
    return reach;
  }

  private void setVolatile() {
    int[] synchronisation = order.synchronisation();
    for (int i = 0; i < synchronisation.length; i++) {
      if (events[synchronisation[i]].kind() == Kind.VOLATILE_READ) {
        int w = i - 1;
        while (w >= 0 && !isWriteOf(synchronisation[w], events[synchronisation[i]].name())) {
          w--;
        }
        from[synchronisation[i]] = w < 0 ? INITIAL : synchronisation[w];
      }
    }
  }

  private boolean isWriteOf(int event, String variable) {
    Event e = events[event];
    return (e.kind() == Kind.WRITE || e.kind() == Kind.VOLATILE_WRITE) && e.name().equals(variable);
  }

  private void choose(int event) {
    if (event == events.length) {
      accept();
      return;
    }
    if (events[event].kind() != Kind.READ) {
      choose(event + 1);
      return;
    }
    for (int w = INITIAL; w < events.length; w++) {
      if (mayRead(event, w)) {
        from[event] = w;
        choose(event + 1);
      }
    }
    from[event] = NONE;
  }

  private boolean mayRead(int read, int w) {
    Event r = events[read];
    if (w == INITIAL) {
      return program.initial().getOrDefault(r.name(), 0) == r.value() && !isOverwritten(read, w);
    }
    return isWriteOf(w, r.name())
        && events[w].value() == r.value()
        && !order.ordered(read, w)
        && !isOverwritten(read, w);
  }

  private boolean isOverwritten(int read, int w) {
    for (int other = 0; other < events.length; other++) {
      if (other != w
          && isWriteOf(other, events[read].name())
          && (w == INITIAL || order.ordered(w, other))
          && (order.ordered(other, read) || isFrozen(other, read))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a write is seen by a load through a reference that was stored after a freeze. */
  private boolean isFrozen(int write, int read) {
    if (events[read].name().indexOf('.') < 0) {
      return false;
    }
    for (int p = 0; p < read; p++) {
      if (thread[p] == thread[read]
          && from[p] >= 0
          && thread[from[p]] == thread[write]
          && hasFreeze(write, from[p])) {
        return true;
      }
    }
    return false;
  }

  private boolean hasFreeze(int first, int last) {
    for (int e = first; e < last; e++) {
      if (events[e].kind() == Kind.FREEZE) {
        return true;
      }
    }
    return false;
  }

  private void accept() {
    reach.add(Reach.CONSISTENT);
    if (isAcyclic(true)) {
      reach.addAll(EnumSet.of(Reach.PAST, Reach.JUSTIFIED, Reach.ROBUST));
    } else if (!reach.contains(Reach.ROBUST) && !known.contains(Reach.ROBUST)) {
      List<OrderedExecution> orders = new ArrayList<>();
      order(new int[events.length], 0, 0, orders);
      boolean coherent = orders.stream().anyMatch(OrderedExecution::coherent);
      orders.stream().filter(x -> x.coherent() == coherent).forEach(this::justify);
    }
    if (isAcyclic(false)) {
      reach.add(Reach.ACYCLIC);
    }
  }

  private void justify(OrderedExecution x) {
    if (!reach.contains(Reach.ROBUST) && Justification.holds(program, x, null)) {
      reach.add(Reach.JUSTIFIED);
      if (Justification.holds(program, x, PROBE)) {
        reach.add(Reach.ROBUST);
      }
    }
  }

  /**
   * Every order of all events that agrees with happens-before and synchronisation order.
   *
   * @param orders gets them
   */
  private void order(int[] taken, int size, long mask, List<OrderedExecution> orders) {
    if (size == taken.length) {
      orders.add(OrderedExecution.of(taken, events, thread, from));
      return;
    }
    for (int e = 0; e < taken.length; e++) {
      if ((mask & 1L << e) == 0 && (order.before(e) & ~mask) == 0 && isNext(e, mask)) {
        taken[size] = e;
        order(taken, size + 1, mask | 1L << e, orders);
      }
    }
  }

  /** Whether all that precedes an event in synchronisation order is taken. */
  private boolean isNext(int event, long taken) {
    if (!events[event].kind().isSynchronisation()) {
      return true;
    }
    for (int s : order.synchronisation()) {
      if (s == event) {
        return true;
      }
      if ((taken & 1L << s) == 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether what a load returns never comes round to the load.
   *
   * @param wholeOrder whether program order and synchronisation order lead on, or dependencies
   */
  private boolean isAcyclic(boolean wholeOrder) {
    long[] before = new long[events.length];
    for (int e = 0; e < events.length; e++) {
      int start = order.number(thread[e], 0);
      before[e] =
          wholeOrder
              ? (e > start ? 1L << (e - 1) : 0)
              : events[e].dependsOn() << start; // bits are indices in the thread
      if (from[e] >= 0) {
        before[e] |= 1L << from[e];
      }
    }
    int[] synchronisation = order.synchronisation();
    for (int i = 1; wholeOrder && i < synchronisation.length; i++) {
      before[synchronisation[i]] |= 1L << synchronisation[i - 1];
    }
    return isAcyclic(before);
  }

  /** Takes away what nothing is left before, as long as there is something. */
  private static boolean isAcyclic(long[] before) {
    long taken = 0;
    boolean more = true;
    while (more) {
      more = false;
      for (int e = 0; e < before.length; e++) {
        if ((taken & 1L << e) == 0 && (before[e] & ~taken) == 0) {
          taken |= 1L << e;
          more = true;
        }
      }
    }
    return Long.bitCount(taken) == before.length;
  }
}
