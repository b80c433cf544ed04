package dev.prescient.cli.memory;

import dev.prescient.cli.memory.ThreadTrace.Event;
import dev.prescient.cli.memory.ThreadTrace.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Every final state that a small program has under happens-before consistency (JLS 17.4.5, 17.4.7),
 * by brute force: each load of each thread is assumed to return each value that its variable may
 * ever have; each combination of the threads' traces is kept if {@link Execution} finds writes and
 * a synchronisation order that make it consistent. It shares nothing with the product.
 *
 * <p>Threads that wait for one that is stuck, and deadlocks, have no final state here.
 */
final class Enumerator {
  private final Program program;
  private final Map<String, List<Integer>> values;
  private final Map<FinalState, Set<Reach>> found = new HashMap<>();

  /** How a final state comes about. */
  enum Reach {
    /** By an interleaving: each load returns the latest value. */
    INTERLEAVING,
    /** In some order of all events each load returns the value of a write before it. */
    PAST,
    /** Dependencies within threads and what loads return from other threads have no cycle. */
    ACYCLIC,
    /** In some order each load whose value is written only later is justified. */
    JUSTIFIED,
    /** The same, whatever such loads return before they are justified. */
    ROBUST,
    /** By an execution of JLS 17.4.7. */
    CONSISTENT
  }

  private Enumerator(Program program, Map<String, List<Integer>> values) {
    this.program = program;
    this.values = values;
  }

  /**
   * The final states of a program, and how each can be reached.
   *
   * @param guesses values that a load may return besides those that follow from the program's
   *     constants: out of thin air anything may be
   */
  static Map<FinalState, Set<Reach>> reach(Program program, Collection<Integer> guesses) {
    Enumerator e = new Enumerator(program, values(program, guesses));
    e.combine(new ArrayList<>(), e.traces());
    return e.found;
  }

  /** What each variable may contain: no chain of stores is longer than their number. */
  private static Map<String, List<Integer>> values(Program program, Collection<Integer> guesses) {
    Map<String, SortedSet<Integer>> known = new TreeMap<>();
    program
        .initial()
        .forEach((x, v) -> known.computeIfAbsent(x, k -> new TreeSet<>(guesses)).add(v));
    long rounds = program.statements().filter(Statement.Store.class::isInstance).count();
    Map<String, List<Integer>> values = lists(known);
    for (long i = 0; i < rounds; i++) {
      for (List<ThreadTrace> traces : new Enumerator(program, values).traces()) {
        traces.forEach(t -> t.events().forEach(e -> learn(e, known)));
      }
      values = lists(known);
    }
    return values;
  }

  private static void learn(Event e, Map<String, SortedSet<Integer>> known) {
    if (e.kind() == Kind.WRITE || e.kind() == Kind.VOLATILE_WRITE) {
      known.computeIfAbsent(e.name(), k -> new TreeSet<>()).add(e.value());
    }
  }

  private static Map<String, List<Integer>> lists(Map<String, SortedSet<Integer>> known) {
    Map<String, List<Integer>> lists = new HashMap<>();
    known.forEach((x, all) -> lists.put(x, List.copyOf(all)));
    return lists;
  }

  private List<List<ThreadTrace>> traces() {
    return program.threads().keySet().stream()
        .map(t -> ThreadTraces.of(program, t, values))
        .toList();
  }

  private void combine(List<ThreadTrace> chosen, List<List<ThreadTrace>> all) {
    if (chosen.size() == all.size()) {
      look(List.copyOf(chosen));
      return;
    }
    for (ThreadTrace t : all.get(chosen.size())) {
      chosen.add(t);
      combine(chosen, all);
      chosen.remove(chosen.size() - 1);
    }
  }

  private void look(List<ThreadTrace> traces) {
    FinalState end = end(traces);
    Set<Reach> known = found.getOrDefault(end, Set.of());
    if (known.size() == Reach.values().length || !everyReadIsWritten(traces)) {
      return;
    }
    Set<Reach> reach = EnumSet.noneOf(Reach.class);
    reach.addAll(known);
    reach.addAll(new Execution(program, traces, known).reach());
    if (reach.contains(Reach.CONSISTENT) && new Interleavings(program, traces).exist()) {
      reach.add(Reach.INTERLEAVING);
    }
    if (!reach.isEmpty()) {
      found.put(end, reach);
    }
  }

  private boolean everyReadIsWritten(List<ThreadTrace> traces) {
    Map<String, Set<Integer>> written = new HashMap<>();
    program.initial().forEach((x, v) -> written.put(x, new TreeSet<>(Set.of(v))));
    for (ThreadTrace t : traces) {
      for (Event e : t.events()) {
        if (e.kind() == Kind.WRITE || e.kind() == Kind.VOLATILE_WRITE) {
          written.getOrDefault(e.name(), new TreeSet<>()).add(e.value());
        }
      }
    }
    return traces.stream()
        .flatMap(t -> t.events().stream())
        .filter(e -> e.kind() == Kind.READ || e.kind() == Kind.VOLATILE_READ)
        .allMatch(e -> written.getOrDefault(e.name(), Set.of()).contains(e.value()));
  }

  private static FinalState end(List<ThreadTrace> traces) {
    SortedSet<String> stuck = new TreeSet<>();
    TreeMap<String, Integer> registers = new TreeMap<>();
    for (ThreadTrace t : traces) {
      if (t.isStuck()) {
        stuck.add(t.thread());
      } else {
        registers.putAll(t.registers());
      }
    }
    return new FinalState(registers, stuck);
  }
}
