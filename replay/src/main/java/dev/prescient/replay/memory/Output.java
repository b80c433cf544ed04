package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Occurrence;
import dev.prescient.profiler.value.Write;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The external actions (JLS 17.4.2) of a run: calls by which the program writes something out.
 *
 * <p>State: grows along the run, up to {@link #MOST}; guarded by the {@link MemoryRun}.
 */
final class Output {
  private static final int MOST = 100_000;

  private record Action(Occurrence call, long epoch, long order) {}

  private record Place(String thread, long site) {}

  private final List<Action> actions = new ArrayList<>();
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

  /** The actions that happen before a store: of each thread and place the last. */
  List<Occurrence> before(Write store) {
    Map<Place, Occurrence> last = new LinkedHashMap<>();
    for (Action a : actions) {
      if (a.order < store.order() && store.isAfter(a.epoch)) {
        last.put(new Place(a.call.thread(), a.call.site()), a.call);
      }
    }
    return List.copyOf(last.values());
  }

  /** Actions that did not fit. */
  long dropped() {
    return dropped;
  }
}
