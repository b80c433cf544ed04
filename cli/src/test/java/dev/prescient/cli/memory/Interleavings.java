package dev.prescient.cli.memory;

import dev.prescient.cli.memory.ThreadTrace.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Orders of all events of some traces, one after another, in which each load returns what is in
 * memory. A thread that is stuck does its last turn when all that are not have ended.
 *
 * <p>State: how far each thread is, the memory, and who holds which monitor; {@code seen} has the
 * situations that lead nowhere.
 */
final class Interleavings {
  private final List<ThreadTrace> traces;
  private final int[] next;
  private final Map<String, Integer> memory;
  private final Map<String, Integer> owners = new HashMap<>();
  private final Set<List<Object>> seen = new HashSet<>();

  Interleavings(Program program, List<ThreadTrace> traces) {
    this.traces = traces;
    this.next = new int[traces.size()];
    this.memory = new HashMap<>(program.initial());
  }

  /** Whether there is one. */
  boolean exist() {
    List<Object> now =
        List.of(Arrays.stream(next).boxed().toList(), Map.copyOf(memory), Map.copyOf(owners));
    if (!seen.add(now)) {
      return false;
    }
    boolean ended = true;
    for (int t = 0; t < next.length; t++) {
      if (next[t] < traces.get(t).events().size()) {
        ended = false;
        if (isEnabled(t) && existAfter(t)) {
          return true;
        }
      }
    }
    return ended;
  }

  private boolean existAfter(int t) {
    Map<String, Integer> memoryBefore = new HashMap<>(memory);
    Map<String, Integer> ownersBefore = new HashMap<>(owners);
    Event e = traces.get(t).events().get(next[t]++);
    switch (e.kind()) {
      case WRITE, VOLATILE_WRITE -> memory.put(e.name(), e.value());
      case LOCK -> owners.put(e.name(), t);
      case UNLOCK -> owners.remove(e.name());
      case READ, VOLATILE_READ, JOIN, FREEZE, PRINT -> {}
    }
    boolean exist = exist();
    next[t]--;
    memory.clear();
    memory.putAll(memoryBefore);
    owners.clear();
    owners.putAll(ownersBefore);
    return exist;
  }

  private boolean isEnabled(int t) {
    ThreadTrace trace = traces.get(t);
    Event e = trace.events().get(next[t]);
    if (trace.isStuck() && next[t] >= trace.stuckFrom() && !othersEnded()) {
      return false;
    }
    return switch (e.kind()) {
      case READ, VOLATILE_READ -> memory.getOrDefault(e.name(), 0) == e.value();
      case LOCK -> owners.getOrDefault(e.name(), t) == t;
      case JOIN -> ended(e.name());
      case WRITE, VOLATILE_WRITE, UNLOCK, FREEZE, PRINT -> true;
    };
  }

  private boolean othersEnded() {
    List<Integer> going = new ArrayList<>();
    for (int t = 0; t < next.length; t++) {
      if (!traces.get(t).isStuck() && next[t] < traces.get(t).events().size()) {
        going.add(t);
      }
    }
    return going.isEmpty();
  }

  private boolean ended(String thread) {
    for (int t = 0; t < next.length; t++) {
      if (traces.get(t).thread().equals(thread)) {
        return !traces.get(t).isStuck() && next[t] == traces.get(t).events().size();
      }
    }
    throw new IllegalArgumentException("join " + thread);
  }
}
