package dev.prescient.cli.memory;

import dev.prescient.cli.memory.OrderedExecution.Guess;
import dev.prescient.cli.memory.ThreadTrace.Event;
import dev.prescient.cli.memory.ThreadTrace.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs a program again in the order of an execution, as far as that goes, with some of its guesses
 * off. A thread that has come to the end of what it did there goes on to its own end.
 *
 * <p>State: {@code done} has the events so far, at most 64, numbered in this order; {@code values}
 * what the loads of each thread returned; {@code last} the last event of each thread; {@code
 * released} what happens before the next acquire of a monitor or volatile.
 */
final class Reexecution {
  private static final int INITIAL = -1;

  private final Program program;
  private final List<String> names;
  private final OrderedExecution exposed;
  private final Set<Occurrence> justified;
  private final @Nullable Integer probe;
  private final List<Done> done = new ArrayList<>();
  private final List<List<Integer>> values = new ArrayList<>();
  private final int[] count;
  private final int[] last;
  private final Map<String, Integer> owners = new HashMap<>();
  private final Map<String, Long> released = new HashMap<>();

  /**
   * An event that has happened.
   *
   * @param before bits of those that happen before it
   * @param causes bits of those from which it follows: the same, and what loads read from
   * @param tainted whether it depends on a load whose guess is off
   */
  private record Done(
      Event event, Occurrence name, int index, long before, long causes, boolean tainted) {}

  private Reexecution(
      Program program,
      OrderedExecution exposed,
      Set<Occurrence> justified,
      @Nullable Integer probe) {
    this.program = program;
    this.names = List.copyOf(program.threads().keySet());
    this.exposed = exposed;
    this.justified = justified;
    this.probe = probe;
    this.count = new int[names.size()];
    this.last = new int[names.size()];
    for (int t = 0; t < names.size(); t++) {
      values.add(new ArrayList<>());
      last[t] = INITIAL;
    }
  }

  static Reexecution run(
      Program program,
      OrderedExecution exposed,
      Set<Occurrence> justified,
      @Nullable Integer probe) {
    Reexecution run = new Reexecution(program, exposed, justified, probe);
    List<Integer> schedule = exposed.schedule();
    for (int i = 0; i < schedule.size(); i++) {
      int t = schedule.get(i);
      boolean isLast = schedule.lastIndexOf(t) == i;
      boolean goesOn = run.step(t);
      while (goesOn && isLast) {
        goesOn = run.step(t);
      }
    }
    boolean more = true;
    while (more) {
      more = false;
      for (int t = 0; t < run.count.length; t++) {
        more |= run.step(t);
      }
    }
    return run;
  }

  /** Whether the writer of a guess writes it here too, not after the load and anything printed. */
  boolean justifies(Occurrence load, Guess guess) {
    long loaded = 0;
    long printed = 0;
    for (int i = 0; i < done.size(); i++) {
      Done d = done.get(i);
      if (d.name.equals(load)) {
        loaded = 1L << i;
      } else if (d.event.kind() == Kind.PRINT && !exposed.prints().contains(d.name)) {
        printed |= 1L << i;
      }
    }
    for (Done d : done) {
      if (loaded != 0
          && d.name.thread() == guess.writer()
          && d.event.kind() == Kind.WRITE
          && d.event.name().equals(guess.variable())
          && d.event.value() == guess.value()
          && (d.before & loaded) == 0
          && (d.causes & printed) == 0) {
        return true;
      }
    }
    return false;
  }

  private ThreadTrace trace(int t) {
    List<Integer> known = values.get(t);
    return ThreadInterpreter.run(
        program, names.get(t), (x, n) -> n < known.size() ? known.get(n) : null);
  }

  /** One event of a thread; false if it has none, or has to wait. */
  private boolean step(int t) {
    ThreadTrace trace = trace(t);
    boolean isKnown = count[t] < trace.events().size();
    Event e = isKnown ? trace.events().get(count[t]) : trace.pending();
    if (e == null || !isEnabled(t, e)) {
      return false;
    }
    long before = last[t] == INITIAL ? 0 : done.get(last[t]).before | 1L << last[t];
    before |= acquired(e);
    Occurrence name = name(t, e.site());
    boolean tainted = isTainted(t, e);
    int from = INITIAL;
    if (!isKnown) {
      from = load(e, name, before, tainted);
      tainted |= isOff(name) || (from != INITIAL && done.get(from).tainted);
      e = trace(t).events().get(count[t]);
    }
    long causes = from == INITIAL ? before : before | 1L << from;
    for (int i = 0; i < done.size(); i++) {
      causes |= (causes & 1L << i) == 0 ? 0 : done.get(i).causes;
    }
    last[t] = done.size();
    done.add(new Done(e, name, count[t]++, before, causes, tainted));
    release(t, e, before | 1L << last[t]);
    return true;
  }

  private Occurrence name(int t, int site) {
    int n = 1;
    for (Done d : done) {
      n += d.name.thread() == t && d.name.site() == site ? 1 : 0;
    }
    return new Occurrence(t, site, n);
  }

  private boolean isTainted(int t, Event e) {
    return done.stream()
        .anyMatch(d -> d.tainted && d.name.thread() == t && (e.dependsOn() & 1L << d.index) != 0);
  }

  private boolean isOff(Occurrence name) {
    return exposed.guesses().containsKey(name) && !justified.contains(name);
  }

  /** Chooses what a load returns; the write that it is from, if any. */
  private int load(Event e, Occurrence name, long before, boolean tainted) {
    int latest = INITIAL;
    for (int w = 0; w < done.size(); w++) {
      latest = isWrite(w, e.name()) ? w : latest;
    }
    Guess guess = exposed.guesses().get(name);
    Integer old = exposed.old().get(name);
    List<Integer> returned = values.get(name.thread());
    if (guess != null && justified.contains(name)) {
      returned.add(guess.value());
      return INITIAL;
    }
    if (guess != null && probe != null) {
      returned.add(probe);
      return INITIAL;
    }
    if (old != null && !tainted) {
      for (int w = latest; w >= INITIAL; w--) {
        if (isVisible(w, e.name(), before) && value(w, e.name()) == old) {
          returned.add(old);
          return w;
        }
      }
    }
    returned.add(value(latest, e.name()));
    return latest;
  }

  private boolean isWrite(int i, String variable) {
    Event e = done.get(i).event;
    return (e.kind() == Kind.WRITE || e.kind() == Kind.VOLATILE_WRITE) && e.name().equals(variable);
  }

  private int value(int w, String variable) {
    return w == INITIAL ? program.initial().getOrDefault(variable, 0) : done.get(w).event.value();
  }

  private boolean isVisible(int w, String variable, long before) {
    if (w != INITIAL && !isWrite(w, variable)) {
      return false;
    }
    for (int o = 0; o < done.size(); o++) {
      boolean overwrites = w == INITIAL || (done.get(o).before & 1L << w) != 0;
      if (isWrite(o, variable) && overwrites && (before & 1L << o) != 0) {
        return false;
      }
    }
    return true;
  }

  private boolean isEnabled(int t, Event e) {
    return switch (e.kind()) {
      case LOCK -> !owners.containsKey(e.name());
      case JOIN -> isOver(names.indexOf(e.name()));
      case READ, WRITE, VOLATILE_READ, VOLATILE_WRITE, UNLOCK, FREEZE, PRINT -> t >= 0;
    };
  }

  private boolean isOver(int t) {
    ThreadTrace trace = trace(t);
    return count[t] == trace.events().size() && trace.pending() == null && !trace.isStuck();
  }

  private long acquired(Event e) {
    return switch (e.kind()) {
      case LOCK, VOLATILE_READ -> released.getOrDefault(e.name(), 0L);
      case JOIN -> {
        int l = last[names.indexOf(e.name())];
        yield l == INITIAL ? 0 : done.get(l).before | 1L << l;
      }
      case READ, WRITE, VOLATILE_WRITE, UNLOCK, FREEZE, PRINT -> 0L;
    };
  }

  private void release(int t, Event e, long now) {
    if (e.kind() == Kind.LOCK) {
      owners.put(e.name(), t);
    } else if (e.kind() == Kind.UNLOCK) {
      owners.remove(e.name());
    }
    if (e.kind() == Kind.UNLOCK || e.kind() == Kind.VOLATILE_WRITE) {
      released.merge(e.name(), now, (a, b) -> a | b);
    }
  }
}
