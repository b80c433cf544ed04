package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Variable;
import dev.prescient.profiler.value.Write;
import dev.prescient.runtime.ThreadState;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Whether each variable has an order of its stores that all loads of the run agree with: a thread
 * never gets a store that comes before one that it got, made, or knows of. No hardware shows a run
 * that is not coherent; only a compiler that reorders loads of one variable leads there.
 *
 * <p>State: {@code after} has the steps of the order, {@code last} what each thread got or made of
 * each variable; both hold stores, and guesses for the stores that validate them. Grows up to
 * {@link #MOST} steps; guarded by the {@link MemoryRun}.
 */
final class Coherence {
  private static final int MOST = 100_000;

  private final IdentityHashMap<Object, Set<Object>> after = new IdentityHashMap<>();
  private final IdentityHashMap<ThreadState, IdentityHashMap<Variable, Object>> last =
      new IdentityHashMap<>();
  private int steps;

  /**
   * A thread has got or made a store.
   *
   * @param store it, or the guess that it validates
   */
  void got(ThreadState t, Variable x, Object store) {
    for (Write known : x.writes().all()) {
      if (known.store() == null || t.knows(known.epoch())) {
        step(known, store);
      }
    }
    Object before = last.computeIfAbsent(t, k -> new IdentityHashMap<>()).put(x, store);
    if (before != null) {
      step(before, store);
    }
  }

  private void step(Object from, Object to) {
    if (from != to && steps < MOST && set(after, from).add(to)) {
      steps++;
    }
  }

  private static Set<Object> set(IdentityHashMap<Object, Set<Object>> steps, Object from) {
    return steps.computeIfAbsent(from, k -> Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  /** Whether the steps so far have no cycle. */
  boolean holds() {
    IdentityHashMap<Object, Set<Object>> next = new IdentityHashMap<>();
    IdentityHashMap<Object, Integer> waiting = new IdentityHashMap<>();
    after.forEach(
        (from, all) -> {
          Object f = store(from);
          for (Object to : all) {
            Object t = store(to);
            if (f != t && set(next, f).add(t)) {
              waiting.merge(t, 1, Integer::sum);
            }
          }
        });
    Deque<Object> ready = new ArrayDeque<>();
    for (Object from : next.keySet()) {
      if (!waiting.containsKey(from)) {
        ready.add(from);
      }
    }
    while (!ready.isEmpty()) {
      for (Object to : next.getOrDefault(ready.remove(), Set.of())) {
        int left = waiting.getOrDefault(to, 0) - 1;
        waiting.put(to, left);
        if (left == 0) {
          ready.add(to);
        }
      }
    }
    return waiting.values().stream().allMatch(left -> left == 0);
  }

  /** The store that a guess stands for. */
  private static Object store(Object node) {
    Write by = node instanceof SpeculativeRead s ? s.validatedBy() : null;
    return by == null ? node : by;
  }
}
