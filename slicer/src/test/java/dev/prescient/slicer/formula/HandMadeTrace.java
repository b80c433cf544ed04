package dev.prescient.slicer.formula;

import dev.prescient.slicer.formula.Literal.Compare;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A failing interleaving written by hand: names with a dot ({@code 1.bal}) are locals of that
 * thread, others are cells of shared memory. Values are computed along the way.
 */
public final class HandMadeTrace {
  private final TraceFormula.Builder builder = new TraceFormula.Builder();
  private final Map<String, Integer> bases = new HashMap<>();
  private final Map<String, Integer> current = new HashMap<>();
  private final Map<Integer, Integer> scopes = new HashMap<>();

  /** Threads are numbered from 0 in the order of their paths. */
  public HandMadeTrace(String... threads) {
    for (String t : threads) {
      builder.thread(t);
    }
  }

  public TraceFormula.Builder builder() {
    return builder;
  }

  /** A cell's value before the trace. */
  public HandMadeTrace cell(String name, long value) {
    current.put(name, builder.initial(base(name), Variable.Type.INT, value));
    return this;
  }

  private int base(String name) {
    int dot = name.indexOf('.');
    return bases.computeIfAbsent(
        name, n -> builder.base(n, n, dot < 0 ? -1 : Integer.parseInt(n.substring(0, dot))));
  }

  /** The present version of a cell or local. */
  public Linear get(String name) {
    return Linear.variable(variable(name));
  }

  public int variable(String name) {
    return Objects.requireNonNull(current.get(name), name);
  }

  public long value(Linear term) {
    return term.evaluate(v -> builder.variable(v).value());
  }

  /** {@code local = cell}. */
  public int read(int thread, int line, String local, String cell, Compare... guards) {
    return assign(thread, line, local, get(cell), variable(cell), guards);
  }

  /** {@code cell = term}, or a local's. */
  public int write(int thread, int line, String name, Linear value, Compare... guards) {
    return assign(thread, line, name, value, -1, guards);
  }

  private int assign(int thread, int line, String name, Linear value, int read, Compare... guards) {
    int v =
        builder.assign(
            thread,
            "Hand.java:" + line,
            name + " = …",
            base(name),
            Variable.Type.INT,
            value(value),
            value,
            new ArrayList<>(List.of(guards)),
            scopes.getOrDefault(thread, -1),
            read);
    current.put(name, v);
    return builder.size() - 1;
  }

  /** A local of one thread reads a version of a cell that is not the newest. */
  public int readVersion(int thread, int line, String local, int version) {
    return assign(thread, line, local, Linear.variable(version), version);
  }

  /** A branch that opens a scope of its thread. */
  public int branch(int thread, int line, Compare condition) {
    int index =
        builder.branch(
            thread,
            "Hand.java:" + line,
            "if …",
            condition,
            List.of(),
            scopes.getOrDefault(thread, -1),
            -1);
    scopes.put(thread, index);
    return index;
  }

  public TraceFormula failing(Compare goal) {
    return builder.build(List.of(goal), "the assertion", "Hand.java:99");
  }

  /**
   * The bank account of FM 2016: three deposits by thread 0, two withdrawals by thread 1; the last
   * deposit falls between the last withdrawal's read and write and is lost.
   */
  public static TraceFormula bank() {
    HandMadeTrace t = new HandMadeTrace("0.1", "0.2");
    long[] amounts = {10, 20, 30, 12, 15};
    t.cell("balance", 0);
    for (int i = 0; i < amounts.length; i++) {
      t.cell("amounts[" + i + "]", amounts[i]);
    }
    t.write(0, 10, "0.i", Linear.constant(0));
    t.write(1, 20, "1.i", Linear.constant(3));
    deposit(t, 0);
    readBalance(t, 3);
    writeBalance(t);
    deposit(t, 1);
    readBalance(t, 4);
    deposit(t, 2);
    writeBalance(t);
    return t.failing(Compare.equal(t.get("balance"), Linear.constant(33)));
  }

  private static void deposit(HandMadeTrace t, int i) {
    t.read(0, 11, "0.bal", "balance");
    t.read(0, 12, "0.amount", "amounts[" + i + "]", at(t, "0.i", i));
    t.write(0, 13, "balance", t.get("0.bal").plus(t.get("0.amount")));
    t.write(0, 10, "0.i", t.get("0.i").plus(1));
  }

  private static void readBalance(HandMadeTrace t, int i) {
    t.read(1, 21, "1.bal", "balance");
    t.read(1, 22, "1.amount", "amounts[" + i + "]", at(t, "1.i", i));
  }

  private static void writeBalance(HandMadeTrace t) {
    t.write(1, 23, "balance", t.get("1.bal").minus(t.get("1.amount")));
    t.write(1, 20, "1.i", t.get("1.i").plus(1));
  }

  private static Compare at(HandMadeTrace t, String local, int index) {
    return Compare.equal(t.get(local), Linear.constant(index));
  }
}
