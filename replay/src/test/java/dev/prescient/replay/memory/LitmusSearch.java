package dev.prescient.replay.memory;

import dev.prescient.agent.AgentOption;
import dev.prescient.agent.site.SiteTable;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.replay.Outcome;
import dev.prescient.replay.TargetRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A hunt on a litmus program: many schedules, each profiled, each candidate injected, candidates of
 * injected runs too; what shows the outcome validly is classified.
 */
final class LitmusSearch {
  private static final int SCHEDULES = 60;
  private static final int LENGTH = 20;
  private static final int DEPTH = 3;
  private static final int RUNS = 1_500;

  private final LitmusProgram program;
  private final SiteTable sites = new SiteTable();
  private final Set<String> racy = new HashSet<>();
  private final Map<Classification.Kind, Classification> found =
      new EnumMap<>(Classification.Kind.class);
  private int runs;
  private int unvalidated;
  private boolean shown;

  LitmusSearch(LitmusProgram program) {
    this.program = program;
  }

  /** What the outcome is, by class; empty if it was never shown validly. */
  Map<Classification.Kind, Classification> search() {
    Set<List<Integer>> orders = new LinkedHashSet<>();
    Random random = new Random(1);
    for (int i = 0; i < SCHEDULES; i++) {
      LitmusMachine.Run run = run(schedule(random, i), List.of());
      racy.addAll(run.raced());
      orders.add(run.order());
    }
    record Try(List<Integer> order, List<Candidate> injected) {}
    Deque<Try> tries = new ArrayDeque<>();
    Set<Try> seen = new HashSet<>();
    for (List<Integer> order : orders) {
      tries.add(new Try(order, List.of()));
    }
    while (!tries.isEmpty() && runs < RUNS) {
      Try t = tries.poll();
      LitmusMachine.Run run = run(t.order, t.injected);
      if (!run.valid()) {
        unvalidated++;
        continue;
      }
      if (run.shows(program)) {
        classify(run, t.injected);
      }
      if (t.injected.size() == DEPTH) {
        continue;
      }
      for (Candidate c : run.candidates()) {
        if (t.injected.stream().noneMatch(i -> i.load().equals(c.load()))) {
          List<Candidate> more = new ArrayList<>(t.injected);
          more.add(c.named("C" + (more.size() + 1)));
          // The order that the injected run took is the one to follow.
          Try next = new Try(t.injected.isEmpty() ? t.order : run.order(), more);
          if (seen.add(next)) {
            tries.add(next);
          }
        }
      }
    }
    return found;
  }

  int unvalidated() {
    return unvalidated;
  }

  private List<Integer> schedule(Random random, int i) {
    int n = program.threads.size();
    List<Integer> schedule = new ArrayList<>();
    for (int k = 0; k < LENGTH; k++) {
      int last = schedule.isEmpty() ? 0 : schedule.get(k - 1);
      boolean change = i % 2 == 0 || random.nextInt(4) == 0 || k == 0;
      schedule.add(change ? random.nextInt(n) : last);
    }
    return schedule;
  }

  private LitmusMachine.Run run(List<Integer> order, List<Candidate> injected) {
    List<SpeculativeRead> reads = new ArrayList<>();
    for (Candidate c : injected) {
      reads.add(new SpeculativeRead(c, null));
    }
    return machine(order, reads, List.of());
  }

  private LitmusMachine.Run machine(
      List<Integer> order, List<SpeculativeRead> reads, List<Long> probes) {
    runs++;
    LitmusTaints none = new LitmusTaints(List.of(), Map.of());
    return new LitmusMachine(program, sites, Set.copyOf(racy), reads, probes, none).run(order);
  }

  private void classify(LitmusMachine.Run exposed, List<Candidate> injected) {
    Map<String, Candidate> byId = new LinkedHashMap<>();
    injected.forEach(c -> byId.put(c.id(), c));
    TargetRunner runner =
        options -> {
          List<SpeculativeRead> reads = new ArrayList<>();
          for (String id : split(options.get(AgentOption.INJECT))) {
            reads.add(new SpeculativeRead(byId.getOrDefault(id, injected.get(0)), null));
          }
          for (String off : split(options.get(AgentOption.OFF))) {
            int at = off.indexOf('@');
            reads.add(
                new SpeculativeRead(
                    byId.getOrDefault(off.substring(0, at), injected.get(0)),
                    off.substring(at + 1)));
          }
          List<Long> probes =
              split(options.get(AgentOption.PROBE)).stream().map(Long::valueOf).toList();
          LitmusMachine.Run run = machine(exposed.order(), reads, probes);
          shown = run.valid() && run.shows(program);
          return new TargetRunner.Result(Path.of(""), outcome(run), "", "", false);
        };
    try {
      Dependences.Analysis analysis =
          (run, guesses, sources) -> {
            LitmusTaints taints = new LitmusTaints(guesses, sources);
            List<SpeculativeRead> reads = new ArrayList<>();
            injected.forEach(i -> reads.add(new SpeculativeRead(i, null)));
            new LitmusMachine(program, sites, Set.copyOf(racy), reads, List.of(), taints)
                .run(exposed.order());
            return taints;
          };
      Classification c =
          new Counterfactual(runner, analysis, Path.of(""), injected)
              .classify(outcome(exposed), r -> shown);
      found.merge(c.kind(), c, (a, b) -> a.speculative() ? b : a);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<String> split(@Nullable String list) {
    return list == null || list.isEmpty() ? List.of() : List.of(list.split(":", -1));
  }

  private static Outcome outcome(LitmusMachine.Run run) {
    return new Outcome(0, List.of(), run.injections(), null, 0, 0, 0, 0, false, run.counts());
  }
}
