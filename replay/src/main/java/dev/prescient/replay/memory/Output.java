package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Occurrence;
import dev.prescient.profiler.value.Write;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The external actions (JLS 17.4.2) of a run: calls by which the program writes something out; and
 * what loads of racy variables read from, since causes come that way, too.
 *
 * <p>State: grows along the run, up to {@link #MOST}; guarded by the {@link MemoryRun}.
 */
final class Output {
  private static final int MOST = 100_000;

  private record Action(Occurrence call, long epoch, long order) {}

  private record Source(Write from, long epoch, long order) {}

  private record Place(String thread, long site) {}

  private final List<Action> actions = new ArrayList<>();
  private final List<Source> sources = new ArrayList<>();
  private long dropped;

  /**
   * A call.
   *
   * @param epoch of its thread
   * @param order number among all accesses of the run
   */
  void add(Occurrence call, long epoch, long order) {
    if (actions.size() < MOST) {
      actions.add(new Action(call, epoch, order));
    } else {
      dropped++;
    }
  }

  /** A load of a racy variable; parameters as in {@link #add}. */
  void read(Write from, long epoch, long order) {
    if (!actions.isEmpty() && from.store() != null && sources.size() < MOST) {
      sources.add(new Source(from, epoch, order));
    }
  }

  /**
   * The actions that come before a store, by happens-before and by what was read from stores that
   * they come before: of each thread and place the last.
   */
  List<Occurrence> before(Write store) {
    Map<Place, Occurrence> last = new LinkedHashMap<>();
    Deque<Write> open = new ArrayDeque<>(List.of(store));
    Set<Long> seen = new HashSet<>(Set.of(store.order()));
    while (!open.isEmpty()) {
      Write w = open.remove();
      for (Action a : actions) {
        if (a.order < w.order() && w.isAfter(a.epoch)) {
          last.merge(new Place(a.call.thread(), a.call.site()), a.call, Output::later);
        }
      }
      for (Source s : sources) {
        if (s.order < w.order() && w.isAfter(s.epoch) && seen.add(s.from.order())) {
          open.add(s.from);
        }
      }
    }
    return List.copyOf(last.values());
  }

  private static Occurrence later(Occurrence a, Occurrence b) {
    return a.n() > b.n() ? a : b;
  }

  /** Actions that did not fit. */
  long dropped() {
    return dropped;
  }
}
