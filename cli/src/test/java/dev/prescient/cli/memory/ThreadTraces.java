package dev.prescient.cli.memory;

import dev.prescient.cli.memory.ThreadTrace.Event;
import dev.prescient.cli.memory.ThreadTrace.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All traces of a thread: it is run again and again, and each load gets each value that its
 * variable may have. A loop is left after {@link #TURNS} turns, as one that never ends.
 *
 * <p>State: {@code chosen} and {@code sizes} are the values taken at the loads of the present trace
 * and how many there were to choose from; the fields after them belong to that trace alone.
 */
final class ThreadTraces {
  private static final int TURNS = 3;

  private final Program program;
  private final String thread;
  private final Map<String, List<Integer>> values;

  private final List<Integer> chosen = new ArrayList<>();
  private final List<Integer> sizes = new ArrayList<>();

  private List<Event> events = new ArrayList<>();
  private Map<String, Integer> registers = new HashMap<>();
  private Map<String, Long> origins = new HashMap<>();
  private long control;
  private int loads;
  private int stuckFrom = -1;

  private ThreadTraces(Program program, String thread, Map<String, List<Integer>> values) {
    this.program = program;
    this.thread = thread;
    this.values = values;
  }

  /**
   * The traces of a thread.
   *
   * @param values that each variable may have
   */
  static List<ThreadTrace> of(Program program, String thread, Map<String, List<Integer>> values) {
    ThreadTraces traces = new ThreadTraces(program, thread, values);
    List<ThreadTrace> all = new ArrayList<>();
    do {
      all.add(traces.trace());
    } while (traces.next());
    return all;
  }

  private ThreadTrace trace() {
    events = new ArrayList<>();
    registers = new HashMap<>();
    origins = new HashMap<>();
    control = 0;
    loads = 0;
    stuckFrom = -1;
    run(program.threads().getOrDefault(thread, List.of()));
    return new ThreadTrace(thread, List.copyOf(events), Map.copyOf(registers), stuckFrom);
  }

  /** Takes the next value at the last load that has one, and forgets the loads after it. */
  private boolean next() {
    int last = chosen.size() - 1;
    while (last >= 0 && chosen.get(last) + 1 == sizes.get(last)) {
      chosen.remove(last);
      sizes.remove(last--);
    }
    if (last >= 0) {
      chosen.set(last, chosen.get(last) + 1);
    }
    return last >= 0;
  }

  /** Returns false if the thread is stuck. */
  private boolean run(List<Statement> block) {
    for (Statement s : block) {
      boolean goesOn = true;
      if (s instanceof Statement.If i) {
        goesOn = branch(i);
      } else if (s instanceof Statement.While w) {
        goesOn = loop(w);
      } else {
        step(s);
      }
      if (!goesOn) {
        return false;
      }
    }
    return true;
  }

  private boolean branch(Statement.If s) {
    long before = control;
    control |= origin(s.condition());
    boolean goesOn = run(value(s.condition()) == 1 ? s.then() : s.otherwise());
    control = before;
    return goesOn;
  }

  /** What follows a loop depends on what ended it. */
  private boolean loop(Statement.While s) {
    int turnFrom = events.size();
    for (int turn = 0; value(s.condition()) == 1; turn++) {
      control |= origin(s.condition());
      if (turn == TURNS) {
        stuckFrom = turnFrom;
        return false;
      }
      turnFrom = events.size();
      if (!run(s.body())) {
        return false;
      }
    }
    control |= origin(s.condition());
    return true;
  }

  private void step(Statement s) {
    if (s instanceof Statement.Load l) {
      load(l);
    } else if (s instanceof Statement.Store w) {
      boolean plain = !program.volatiles().contains(w.variable());
      add(plain ? Kind.WRITE : Kind.VOLATILE_WRITE, w.variable(), value(w.value()), w.value());
    } else if (s instanceof Statement.Assign a) {
      registers.put(a.register(), value(a.value()));
      origins.put(a.register(), control | origin(a.value()));
    } else if (s instanceof Statement.Lock l) {
      add(Kind.LOCK, l.monitor());
    } else if (s instanceof Statement.Unlock u) {
      add(Kind.UNLOCK, u.monitor());
    } else if (s instanceof Statement.Join j) {
      add(Kind.JOIN, j.thread());
    } else if (s instanceof Statement.Freeze) {
      add(Kind.FREEZE, "");
    }
  }

  private void load(Statement.Load l) {
    List<Integer> possible = values.getOrDefault(l.variable(), List.of());
    if (loads == chosen.size()) {
      chosen.add(0);
      sizes.add(possible.size());
    }
    int value = possible.get(chosen.get(loads++));
    origins.put(l.register(), control | 1L << events.size());
    registers.put(l.register(), value);
    boolean plain = !program.volatiles().contains(l.variable());
    events.add(new Event(plain ? Kind.READ : Kind.VOLATILE_READ, l.variable(), value, control));
  }

  private void add(Kind kind, String name) {
    events.add(new Event(kind, name, 0, control));
  }

  private void add(Kind kind, String name, int value, Expression from) {
    events.add(new Event(kind, name, value, control | origin(from)));
  }

  private int value(Expression e) {
    Integer value = e.value(registers);
    if (value == null) {
      throw new IllegalArgumentException("an unset register in " + program.name());
    }
    return value;
  }

  /** The loads that a term's registers come from. */
  private long origin(Expression e) {
    return e.registers().map(r -> origins.getOrDefault(r, 0L)).reduce(0L, (a, b) -> a | b);
  }
}
