package dev.prescient.cli.memory;

import dev.prescient.cli.memory.ThreadTrace.Event;
import dev.prescient.cli.memory.ThreadTrace.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs a thread whose loads return given values. A loop is left after {@link #TURNS} turns, as one
 * that never ends.
 *
 * <p>State: {@code events}, {@code registers} and {@code stuckFrom} become the trace; {@code
 * origins} has for each register the loads that it comes from, {@code control} those that decided
 * that the thread is where it is.
 */
final class ThreadInterpreter {
  private static final int TURNS = 3;

  private final Program program;
  private final Loads loads;
  private final List<Statement> sites;
  private final List<Event> events = new ArrayList<>();
  private final Map<String, Integer> registers = new HashMap<>();
  private final Map<String, Long> origins = new HashMap<>();
  private long control;
  private int loaded;
  private int stuckFrom = -1;
  private @Nullable Event pending;

  /** Where values come from. */
  @FunctionalInterface
  interface Loads {
    /**
     * What a load returns.
     *
     * @param n its number among the thread's loads, from 0
     * @return null if that is not known: the run ends there
     */
    @Nullable Integer value(String variable, int n);
  }

  private ThreadInterpreter(Program program, String thread, Loads loads) {
    this.program = program;
    this.loads = loads;
    this.sites = program.statements(thread).toList();
  }

  /** The trace that comes of it. */
  static ThreadTrace run(Program program, String thread, Loads loads) {
    ThreadInterpreter i = new ThreadInterpreter(program, thread, loads);
    i.run(program.threads().getOrDefault(thread, List.of()));
    return new ThreadTrace(
        thread, List.copyOf(i.events), Map.copyOf(i.registers), i.stuckFrom, i.pending);
  }

  /** Returns false if the thread goes no further. */
  private boolean run(List<Statement> block) {
    for (Statement s : block) {
      boolean goesOn = true;
      if (s instanceof Statement.If i) {
        goesOn = branch(i);
      } else if (s instanceof Statement.While w) {
        goesOn = loop(w);
      } else if (s instanceof Statement.Load l) {
        goesOn = load(l);
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
    if (s instanceof Statement.Store w) {
      boolean plain = !program.volatiles().contains(w.variable());
      add(s, plain ? Kind.WRITE : Kind.VOLATILE_WRITE, w.variable(), w.value());
    } else if (s instanceof Statement.Assign a) {
      registers.put(a.register(), value(a.value()));
      origins.put(a.register(), control | origin(a.value()));
    } else if (s instanceof Statement.Lock l) {
      add(s, Kind.LOCK, l.monitor());
    } else if (s instanceof Statement.Unlock u) {
      add(s, Kind.UNLOCK, u.monitor());
    } else if (s instanceof Statement.Join j) {
      add(s, Kind.JOIN, j.thread());
    } else if (s instanceof Statement.Freeze) {
      add(s, Kind.FREEZE, "");
    } else if (s instanceof Statement.Print p) {
      add(s, Kind.PRINT, "", p.value());
    }
  }

  private boolean load(Statement.Load l) {
    boolean plain = !program.volatiles().contains(l.variable());
    Kind kind = plain ? Kind.READ : Kind.VOLATILE_READ;
    Integer value = loads.value(l.variable(), loaded++);
    if (value == null) {
      pending = new Event(kind, l.variable(), 0, control, site(l));
      return false;
    }
    origins.put(l.register(), control | 1L << events.size());
    registers.put(l.register(), value);
    events.add(new Event(kind, l.variable(), value, control, site(l)));
    return true;
  }

  private void add(Statement s, Kind kind, String name) {
    events.add(new Event(kind, name, 0, control, site(s)));
  }

  private void add(Statement s, Kind kind, String name, Expression e) {
    events.add(new Event(kind, name, value(e), control | origin(e), site(s)));
  }

  /** Equal statements stand at different places. */
  private int site(Statement s) {
    int i = 0;
    while (sites.get(i) != s) { // not equals
      i++;
    }
    return i;
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
