package dev.prescient.replay.memory;

import dev.prescient.agent.site.SiteTable;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.replay.Outcome;
import dev.prescient.replay.memory.LitmusProgram.Op;
import dev.prescient.runtime.TestThreads;
import dev.prescient.runtime.ThreadState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Executes a litmus program over the real memory model, one visible step at a time in a given order
 * of threads; what is left when the order ends runs thread by thread.
 */
final class LitmusMachine {
  private static final int FUEL = 60;
  private static final int KEPT = 64;
  private static final int MAIN = 15;

  /** What came of a run. */
  record Run(
      List<Integer> order,
      Map<String, Long> registers,
      Set<String> stuck,
      List<Outcome.Injected> injections,
      List<Candidate> candidates,
      Map<String, Long> counts,
      Set<String> raced) {
    boolean valid() {
      return injections.stream().noneMatch(i -> i.fate() == Outcome.Fate.UNVALIDATED);
    }

    boolean shows(LitmusProgram p) {
      return p.stuck != null
          ? stuck.contains(p.stuck)
          : stuck.isEmpty() && LitmusProgram.isTrue(p.outcome.of(registers));
    }
  }

  private record Access(String variable, long epoch, boolean write) {}

  private final LitmusProgram program;
  private final SiteTable sites;
  private final Set<String> racy;
  private final MemoryRun memory;
  private final List<String> names;
  private final ThreadState[] threads;
  private final int[] pc;
  private final int[] fuel;
  private final Map<String, Long> values;
  private final Map<String, Long> registers = new HashMap<>();
  private final Map<String, ThreadState> clocks = new HashMap<>();
  private final Map<String, Integer> owners = new HashMap<>();
  private final List<Access> accesses = new ArrayList<>();
  private final Set<String> raced = new HashSet<>();
  private final List<Integer> order = new ArrayList<>();
  private final Object shared = new Object();
  private final LitmusTaints taints;

  /**
   * A program before its first step.
   *
   * @param racy variables that go through the memory model
   * @param taints told of every step
   */
  LitmusMachine(
      LitmusProgram program,
      SiteTable sites,
      Set<String> racy,
      List<SpeculativeRead> injected,
      List<Long> probes,
      LitmusTaints taints) {
    this.program = program;
    this.taints = taints;
    this.sites = sites;
    this.racy = racy;
    RunValues v = new RunValues();
    memory =
        new MemoryRun(sites, KEPT, v, new Profiler(v), new Injector(injected, null, probes, v));
    names = List.copyOf(program.threads.keySet());
    threads = new ThreadState[names.size()];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = TestThreads.root(i, "0." + (i + 1));
    }
    pc = new int[threads.length];
    fuel = new int[threads.length];
    Arrays.fill(fuel, FUEL);
    values = new HashMap<>(program.initial);
    start();
  }

  /** The initial values are written before any thread starts. */
  private void start() {
    ThreadState main = TestThreads.root(MAIN, "0");
    program.initial.forEach(
        (x, v) -> {
          if (v != 0 && racy.contains(x)) {
            int site = sites.intern("L", "main", "()V", x.hashCode(), 1, "L", declaration(x));
            memory.wrote(main, shared, x.hashCode(), v, site);
          }
        });
    for (ThreadState t : threads) {
      t.join(main.snapshot());
    }
  }

  private static String declaration(String x) {
    return "L." + x.replaceAll("\\[.*", "") + ":J";
  }

  Run run(List<Integer> schedule) {
    for (int t : schedule) {
      step(t);
    }
    boolean progress = true;
    while (progress) {
      progress = false;
      for (int t = 0; t < threads.length; t++) {
        progress |= step(t);
      }
    }
    Set<String> stuck = new HashSet<>();
    for (int t = 0; t < threads.length; t++) {
      local(t);
      if (!done(t)) {
        stuck.add(names.get(t));
      }
    }
    return new Run(
        List.copyOf(order),
        registers,
        stuck,
        memory.injections(),
        memory.candidates(),
        memory.counts(),
        raced);
  }

  int threads() {
    return threads.length;
  }

  boolean done(int t) {
    return pc[t] >= code(t).size();
  }

  private List<Op> code(int t) {
    return program.threads.getOrDefault(names.get(t), List.of());
  }

  /** Runs what no other thread can see. */
  private void local(int t) {
    while (!done(t) && fuel[t] > 0) {
      Op op = code(t).get(pc[t]);
      taints.step(names.get(t), code(t), pc[t]);
      switch (op.kind()) {
        case SET -> {
          taints.set(op);
          Long v = op.value() == null ? null : op.value().of(registers);
          registers.put(op.register(), v == null ? 0 : v);
          pc[t]++;
        }
        case JUMP -> pc[t] = op.target();
        case BRANCH -> {
          taints.branch(op);
          boolean yes = op.value() != null && LitmusProgram.isTrue(op.value().of(registers));
          pc[t] = yes ? pc[t] + 1 : op.target();
        }
        default -> {
          return;
        }
      }
      fuel[t]--;
    }
  }

  /** One visible step; false if the thread is done, blocked, or turning for ever. */
  boolean step(int t) {
    local(t);
    if (done(t) || fuel[t]-- <= 0) {
      return false;
    }
    Op op = code(t).get(pc[t]);
    ThreadState me = threads[t];
    String x = op.name();
    if (op.index() != null) {
      x += "[" + op.index().of(registers) + "]";
    }
    int site = sites.intern("L", names.get(t), "()V", pc[t], pc[t], "L", declaration(x));
    if (op.loop()) {
      sites.markLoop(site);
    }
    taints.step(names.get(t), code(t), pc[t]);
    if (op.kind() != LitmusProgram.Kind.LOCK && op.kind() != LitmusProgram.Kind.JOIN) {
      taints.access(me.path, sites.site(site).hash());
    }
    switch (op.kind()) {
      case LOAD -> {
        long found = values.getOrDefault(x, 0L);
        if (program.volatiles.contains(x)) {
          me.join(clock(x).snapshot());
        } else {
          access(me, x, false);
          if (racy.contains(x)) {
            found = memory.read(me, shared, x.hashCode(), found, site);
          }
        }
        taints.load(op, x);
        registers.put(op.register(), found);
      }
      case STORE -> {
        Long stored = op.value() == null ? null : op.value().of(registers);
        long v = stored == null ? 0 : stored;
        if (program.volatiles.contains(x)) {
          release(me, clock(x));
        } else {
          access(me, x, true);
          if (racy.contains(x)) {
            memory.wrote(me, shared, x.hashCode(), v, site);
          }
        }
        taints.store(op, x);
        values.put(x, v);
      }
      case LOCK -> {
        int owner = owners.getOrDefault(x, t);
        if (owner != t) {
          return false;
        }
        owners.put(x, t);
        me.join(clock(x).snapshot());
      }
      case UNLOCK -> {
        owners.remove(x);
        release(me, clock(x));
      }
      case JOIN -> {
        int other = names.indexOf(x);
        local(other);
        if (!done(other)) {
          return false;
        }
        me.join(threads[other].snapshot());
      }
      case PRINT -> memory.writesOut(me, site);
      default -> {}
    }
    order.add(t);
    pc[t]++;
    return true;
  }

  private void access(ThreadState me, String x, boolean write) {
    for (Access a : accesses) {
      if (a.variable.equals(x) && (a.write || write) && !me.knows(a.epoch)) {
        raced.add(x);
      }
    }
    accesses.add(new Access(x, me.use(), write));
  }

  private static void release(ThreadState me, ThreadState clock) {
    clock.join(me.snapshot());
    me.tick();
  }

  private ThreadState clock(String location) {
    return clocks.computeIfAbsent(location, l -> TestThreads.root(20 + clocks.size(), l));
  }
}
