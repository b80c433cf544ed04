package dev.prescient.slicer.formula;

import dev.prescient.slicer.formula.Literal.Branch;
import dev.prescient.slicer.formula.Literal.Compare;
import dev.prescient.slicer.formula.Literal.Decides;
import dev.prescient.slicer.formula.Literal.Order;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A trace formula under one encoding: what each statement says, and the slice that is reachable
 * from ψ over data, address, control and hazard edges. That slice is already an unsatisfiable core
 * (measured: 825 statements against 822 minimal over 116 cases), so no solver is needed to find it.
 *
 * <p>State: {@code folded} is fixed at construction; the maps cache edges per statement.
 */
public final class EncodedTrace {
  private final TraceFormula formula;
  private final Encoding encoding;
  private final Hazards hazards;
  private final BitSet folded;
  private final Map<Integer, List<Order>> into = new HashMap<>();
  private final Map<Integer, List<Order>> late = new HashMap<>();

  /**
   * Encodes a trace.
   *
   * @param folded variables taken as their observed value; empty for none
   */
  public EncodedTrace(TraceFormula formula, Encoding encoding, Hazards hazards, BitSet folded) {
    this.formula = formula;
    this.encoding = encoding;
    this.hazards = hazards;
    this.folded = folded;
  }

  public TraceFormula formula() {
    return formula;
  }

  public Encoding encoding() {
    return encoding;
  }

  /** Hazards that a statement's guard carries, late ones aside. */
  public List<Order> ordersInto(Statement s) {
    return into.computeIfAbsent(
        s.index(),
        k -> {
          List<Order> all = new ArrayList<>();
          if (encoding.hs()) {
            all.addAll(hazards.into(s));
            all.addAll(hazards.staleInto(s));
          }
          return all;
        });
  }

  /** Late hazards that a read's value carries. */
  public List<Order> lateFor(Statement s) {
    return late.computeIfAbsent(
        s.index(), k -> encoding.late() ? hazards.lateFor(s) : List.<Order>of());
  }

  /** The statements ψ depends on, directly or not. */
  public BitSet closure() {
    BitSet in = new BitSet();
    BitSet leaves = new BitSet();
    Deque<Integer> open = new ArrayDeque<>();
    for (Compare g : formula.goals()) {
      need(g.term(), in, open);
    }
    while (!open.isEmpty()) {
      Statement s = formula.statement(open.remove());
      for (int i : dependencies(s)) {
        push(i, in, open);
      }
      for (Order o : lateFor(s)) {
        leaves.set(o.to());
      }
    }
    in.or(leaves);
    return in;
  }

  /** The statements a statement's own meaning rests on. */
  private Collection<Integer> dependencies(Statement s) {
    Set<Integer> all = new TreeSet<>();
    for (Literal l : guard(s)) {
      add(l, all);
    }
    if (s.value() != null) {
      addDefinitions(s.value(), all);
    }
    if (s.condition() != null) {
      addDefinitions(s.condition().term(), all);
    }
    return all;
  }

  private void add(Literal l, Set<Integer> into) {
    if (l instanceof Compare c) {
      addDefinitions(c.term(), into);
    } else if (l instanceof Branch b) {
      into.add(b.statement());
    } else if (l instanceof Order o) {
      into.add(o.from());
    }
  }

  private void addDefinitions(Linear term, Set<Integer> into) {
    term.forEachVariable(
        v -> {
          int d = formula.variable(v).definition();
          if (d >= 0 && !folded.get(v)) {
            into.add(d);
          }
        });
  }

  private void need(Linear term, BitSet in, Deque<Integer> open) {
    Set<Integer> definitions = new TreeSet<>();
    addDefinitions(term, definitions);
    definitions.forEach(d -> push(d, in, open));
  }

  private static void push(int i, BitSet in, Deque<Integer> open) {
    if (!in.get(i)) {
      in.set(i);
      open.add(i);
    }
  }

  /** A term with the folded variables replaced by their values. */
  public Linear fold(Linear term) {
    Linear t = term;
    for (int i = 0; i < term.variableCount(); i++) {
      int v = term.variableAt(i);
      if (folded.get(v)) {
        t = t.substitute(v, Linear.constant(formula.value(v)));
      }
    }
    return t;
  }

  public Compare fold(Compare c) {
    return new Compare(fold(c.term()), c.relation());
  }

  /** ψ with the folded variables replaced, parts that are then constants left out. */
  public List<Compare> goals() {
    return formula.goals().stream().map(this::fold).filter(g -> !g.term().isConstant()).toList();
  }

  /** Guard of everything a statement says, late hazards aside. */
  public List<Literal> guard(Statement s) {
    List<Literal> guard = new ArrayList<>();
    for (Compare g : s.guards()) {
      Compare c = fold(g);
      if (!c.term().isConstant()) {
        guard.add(c);
      }
    }
    if (encoding.cs() && s.parent() >= 0 && dependsOnSchedule(s.parent())) {
      guard.add(new Branch(s.parent()));
    }
    guard.addAll(ordersInto(s));
    return guard;
  }

  private boolean dependsOnSchedule(int branch) {
    Statement s = formula.statement(branch);
    return s.condition() != null
        && (!fold(s.condition()).term().isConstant()
            || (s.parent() >= 0 && dependsOnSchedule(s.parent())));
  }

  /**
   * What a statement of a slice says.
   *
   * @param slice the statements of the slice; hazards into others are not asserted
   */
  public List<Implication> encode(Statement s, BitSet slice, Map<Integer, List<Order>> asserted) {
    List<Implication> all = new ArrayList<>();
    List<Literal> guard = guard(s);
    List<Literal> always = new ArrayList<>();
    List<Literal> facts = new ArrayList<>();
    for (Order o : asserted.getOrDefault(s.index(), List.of())) {
      (o.hazard() == Literal.Hazard.LATE ? always : facts).add(o);
    }
    if (!always.isEmpty()) {
      all.add(new Implication(List.of(), always));
    }
    Literal own = own(s);
    List<Order> lateOrders = lateFor(s).stream().filter(o -> slice.get(o.to())).toList();
    if (own != null && lateOrders.isEmpty()) {
      facts.add(own);
    } else if (own != null) {
      List<Literal> strong = new ArrayList<>(guard);
      strong.addAll(lateOrders);
      all.add(new Implication(strong, List.of(own)));
    }
    if (!facts.isEmpty()) {
      all.add(new Implication(guard, facts));
    }
    return all;
  }

  private @Nullable Literal own(Statement s) {
    if (s.value() != null) {
      Linear d = Linear.variable(s.defined());
      return folded.get(s.defined()) ? null : Compare.equal(d, fold(s.value()));
    }
    return encoding.cs() && s.condition() != null
        ? new Decides(new Branch(s.index()), fold(s.condition()))
        : null;
  }

  /** Per statement the orders it asserts for other statements of a slice. */
  public Map<Integer, List<Order>> asserted(BitSet slice) {
    Map<Integer, List<Order>> by = new HashMap<>();
    slice.stream()
        .forEach(
            j -> {
              Statement s = formula.statement(j);
              for (Order o : ordersInto(s)) {
                by.computeIfAbsent(o.from(), k -> new ArrayList<>()).add(o);
              }
              for (Order o : lateFor(s)) {
                by.computeIfAbsent(o.to(), k -> new ArrayList<>()).add(o);
              }
            });
    return by;
  }

  /** Variables of a slice and of ψ whose value before the trace is an equation. */
  public Set<Integer> initials(BitSet slice) {
    Set<Integer> initials = new TreeSet<>();
    goals().forEach(g -> collect(g.term(), initials));
    slice.stream()
        .forEach(
            j -> {
              Statement s = formula.statement(j);
              s.guards().forEach(g -> collect(fold(g).term(), initials));
              if (s.value() != null) {
                collect(fold(s.value()), initials);
              }
              if (s.condition() != null && encoding.cs()) {
                collect(fold(s.condition()).term(), initials);
              }
            });
    return initials;
  }

  private void collect(Linear term, Set<Integer> initials) {
    term.forEachVariable(
        v -> {
          if (formula.variable(v).definition() < 0) {
            initials.add(v);
          }
        });
  }

  /**
   * A slice's statements in an order in which each comes after those its meaning rests on: trace
   * order, except where a value came from the future. If the hazards alone make a cycle, trace
   * order decides.
   */
  public List<Integer> order(BitSet slice) {
    Map<Integer, Integer> waiting = new HashMap<>();
    Map<Integer, Set<Integer>> next = new HashMap<>();
    slice.stream()
        .forEach(
            j -> {
              int n = 0;
              for (int i : dependencies(formula.statement(j))) {
                if (slice.get(i) && next.computeIfAbsent(i, k -> new LinkedHashSet<>()).add(j)) {
                  n++;
                }
              }
              waiting.put(j, n);
            });
    PriorityQueue<Integer> ready = new PriorityQueue<>();
    waiting.forEach(
        (j, n) -> {
          if (n == 0) {
            ready.add(j);
          }
        });
    List<Integer> order = new ArrayList<>();
    BitSet left = (BitSet) slice.clone();
    while (!left.isEmpty()) {
      int i = ready.isEmpty() ? left.nextSetBit(0) : ready.remove();
      if (!left.get(i)) {
        continue;
      }
      left.clear(i);
      order.add(i);
      for (int j : next.getOrDefault(i, Set.of())) {
        if (waiting.merge(j, -1, Integer::sum) == 0) {
          ready.add(j);
        }
      }
    }
    return order;
  }
}
