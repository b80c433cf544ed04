package dev.prescient.replay.memory;

import dev.prescient.profiler.value.Occurrence;
import dev.prescient.replay.memory.LitmusProgram.Expression;
import dev.prescient.replay.memory.LitmusProgram.Kind;
import dev.prescient.replay.memory.LitmusProgram.Op;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Dependences on guessed loads in a run of a litmus program. A branch decides what stands between
 * it and its join, registers that are assigned there on either side included.
 */
final class LitmusTaints implements Dependences {
  private record Scope(int from, int join, Set<Occurrence> taint) {}

  private record Step(String thread, List<Op> code, int pc) {}

  private final List<Occurrence> guesses;
  private final Map<Occurrence, Occurrence> sources;
  private final Map<Occurrence, Set<Occurrence>> accesses = new HashMap<>();
  private final Map<String, Set<Occurrence>> registers = new HashMap<>();
  private final Map<String, Set<Occurrence>> memory = new HashMap<>();
  private final Map<String, Deque<Scope>> scopes = new HashMap<>();
  private final Map<String, Map<Long, Integer>> visits = new HashMap<>();
  private Step step = new Step("", List.of(), 0);
  private Occurrence present = new Occurrence("", 0, 0);

  LitmusTaints(List<Occurrence> guesses, Map<Occurrence, Occurrence> sources) {
    this.guesses = guesses;
    this.sources = sources;
  }

  @Override
  public boolean leads(Occurrence guess, Occurrence access) {
    return accesses.getOrDefault(access, Set.of()).contains(guess);
  }

  @Override
  public int visits(String thread, long site) {
    return visits.getOrDefault(thread, Map.of()).getOrDefault(site, 0);
  }

  @Override
  public String note() {
    return "";
  }

  void step(String thread, List<Op> code, int pc) {
    step = new Step(thread, code, pc);
    Deque<Scope> open = open();
    while (!open.isEmpty() && (pc < open.getLast().from || pc >= open.getLast().join)) {
      open.removeLast();
    }
  }

  private Deque<Scope> open() {
    return scopes.computeIfAbsent(step.thread, t -> new ArrayDeque<>());
  }

  /** The present step is an access or a print. */
  void access(String thread, long site) {
    int n = visits.computeIfAbsent(thread, t -> new HashMap<>()).merge(site, 1, Integer::sum);
    present = new Occurrence(thread, site, n);
  }

  private Set<Occurrence> control() {
    return open().isEmpty() ? Set.of() : open().getLast().taint;
  }

  /** What an expression depends on, and that it is evaluated. */
  private Set<Occurrence> of(@Nullable Expression e) {
    Set<Occurrence> taint = new HashSet<>(control());
    if (e != null) {
      e.of(
          new HashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            public @Nullable Long get(Object register) {
              taint.addAll(registers.getOrDefault(register, Set.of()));
              return 0L;
            }
          });
    }
    return taint;
  }

  void set(Op op) {
    registers.put(op.register(), of(op.value()));
  }

  void branch(Op op) {
    Set<Occurrence> taint = of(op.value());
    int join = join(op);
    open().addLast(new Scope(step.pc, join, taint));
    for (Op inside : step.code.subList(step.pc, join)) {
      if (inside.kind() == Kind.LOAD || inside.kind() == Kind.SET) {
        Set<Occurrence> all = new HashSet<>(registers.getOrDefault(inside.register(), Set.of()));
        all.addAll(taint);
        registers.put(inside.register(), all);
      }
    }
  }

  private int join(Op branch) {
    Op last = step.code.get(branch.target() - 1);
    return last.kind() == Kind.JUMP ? Math.max(branch.target(), last.target()) : branch.target();
  }

  void load(Op op, String x) {
    Set<Occurrence> taint = of(op.index());
    if (guesses.contains(present)) {
      taint.add(present);
    } else {
      Occurrence source = sources.get(present);
      taint.addAll(
          source == null
              ? memory.getOrDefault(x, Set.of())
              : accesses.getOrDefault(source, Set.of()));
    }
    accesses.put(present, taint);
    registers.put(op.register(), taint);
  }

  void store(Op op, String x) {
    List<Occurrence> taint = new ArrayList<>(of(op.index()));
    taint.addAll(of(op.value()));
    accesses.put(present, new HashSet<>(taint));
    memory.put(x, new HashSet<>(taint));
  }
}
