package dev.prescient.slicer.formula;

import dev.prescient.slicer.formula.Literal.Hazard;
import dev.prescient.slicer.formula.Literal.Order;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The conflict edges of a trace, found per statement on demand. A conflict is a pair of accesses to
 * one cell by two threads, one of them a write; per statement and other thread only the nearest one
 * counts (FM 2016, hs). Which access is nearer is decided by the versions read and written, so that
 * stale and future reads sit where reads-from puts them.
 *
 * <p>State: filled by the constructor, then only read.
 */
public final class Hazards {
  private final TraceFormula formula;
  private final Map<Integer, Map<Integer, List<Integer>>> writes = new HashMap<>();
  private final Map<Integer, Map<Integer, List<Integer>>> reads = new HashMap<>();

  public Hazards(TraceFormula formula) {
    this.formula = formula;
    for (Statement s : formula.statements()) {
      if (s.write()) {
        add(writes, formula.variable(s.defined()).base(), s);
      }
      if (s.read() >= 0) {
        add(reads, formula.variable(s.read()).base(), s);
      }
    }
  }

  private static void add(Map<Integer, Map<Integer, List<Integer>>> into, int base, Statement s) {
    into.computeIfAbsent(base, b -> new TreeMap<>())
        .computeIfAbsent(s.thread(), t -> new ArrayList<>())
        .add(s.index());
  }

  /** hb edges into a statement: read after write, write after write, write after read. */
  public List<Order> into(Statement j) {
    List<Order> edges = new ArrayList<>();
    if (j.read() >= 0) {
      Variable v = formula.variable(j.read());
      perThread(writes, v.base(), j.thread(), own -> lastWrite(own, v.version() + 1), j, edges);
    }
    if (j.write()) {
      Variable v = formula.variable(j.defined());
      perThread(writes, v.base(), j.thread(), own -> lastWrite(own, v.version()), j, edges);
      perThread(reads, v.base(), j.thread(), own -> lastRead(own, v.version(), j), j, edges);
    }
    return edges;
  }

  /** The write that had replaced what a stale read got, if another thread's. */
  public List<Order> staleInto(Statement j) {
    List<Order> edges = new ArrayList<>();
    if (j.read() >= 0) {
      Variable v = formula.variable(j.read());
      int replacing = writeOf(v.base(), v.version() + 1);
      if (replacing >= 0
          && replacing < j.index()
          && formula.statement(replacing).thread() != j.thread()) {
        edges.add(new Order(Hazard.STALE, replacing, j.index()));
      }
    }
    return edges;
  }

  /** Writes of other threads that came too late for a read, the first of each thread. */
  public List<Order> lateFor(Statement r) {
    List<Order> edges = new ArrayList<>();
    if (r.read() < 0) {
      return edges;
    }
    Variable v = formula.variable(r.read());
    int ownNext = Integer.MAX_VALUE;
    Map<Integer, List<Integer>> byThread = writers(v.base());
    for (int w : byThread.getOrDefault(r.thread(), List.of())) {
      if (w > r.index()) {
        ownNext = w;
        break;
      }
    }
    for (Map.Entry<Integer, List<Integer>> e : byThread.entrySet()) {
      if (e.getKey() == r.thread()) {
        continue;
      }
      for (int w : e.getValue()) {
        if (w > r.index() && version(w) > v.version()) {
          if (w < ownNext) {
            edges.add(new Order(Hazard.LATE, r.index(), w));
          }
          break;
        }
      }
    }
    return edges;
  }

  /** Whether a read got another version than the newest before it: stale or from the future. */
  public boolean isOutOfOrder(Statement r) {
    if (r.read() < 0) {
      return false;
    }
    Variable v = formula.variable(r.read());
    if (v.definition() > r.index()) {
      return true;
    }
    int next = writeOf(v.base(), v.version() + 1);
    return next >= 0 && next < r.index();
  }

  /** Statements that write a cell, per thread, in trace order. */
  Map<Integer, List<Integer>> writers(int base) {
    return writes.getOrDefault(base, Map.of());
  }

  private interface Nearest {
    int in(List<Integer> accesses);
  }

  private static void perThread(
      Map<Integer, Map<Integer, List<Integer>>> accesses,
      int base,
      int thread,
      Nearest nearest,
      Statement j,
      List<Order> edges) {
    Map<Integer, List<Integer>> byThread = accesses.get(base);
    if (byThread == null) {
      return;
    }
    for (Map.Entry<Integer, List<Integer>> e : byThread.entrySet()) {
      int i = e.getKey() == thread ? -1 : nearest.in(e.getValue());
      if (i >= 0) {
        Order edge = new Order(Hazard.HB, i, j.index());
        if (!edges.contains(edge)) {
          edges.add(edge);
        }
      }
    }
  }

  /** The last write of a version below {@code before}; versions ascend along a cell's writes. */
  private int lastWrite(List<Integer> own, int before) {
    int low = 0;
    int high = own.size();
    while (low < high) {
      int mid = (low + high) >>> 1;
      if (version(own.get(mid)) < before) {
        low = mid + 1;
      } else {
        high = mid;
      }
    }
    return low == 0 ? -1 : own.get(low - 1);
  }

  /** The last read before {@code j} that did not already see what {@code j} writes, or later. */
  private int lastRead(List<Integer> own, int version, Statement j) {
    for (int i = own.size() - 1; i >= 0; i--) {
      Statement r = formula.statement(own.get(i));
      if (r.index() < j.index() && formula.variable(r.read()).version() < version) {
        return r.index();
      }
    }
    return -1;
  }

  private int writeOf(int base, int version) {
    for (List<Integer> own : writers(base).values()) {
      int w = lastWrite(own, version + 1);
      if (w >= 0 && version(w) == version) {
        return w;
      }
    }
    return -1;
  }

  private int version(int write) {
    return formula.variable(formula.statement(write).defined()).version();
  }
}
