package dev.prescient.replay.memory;

import dev.prescient.agent.AgentContext;
import dev.prescient.agent.AgentOption;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.CandidatesFile;
import dev.prescient.profiler.value.Occurrence;
import dev.prescient.profiler.value.Value;
import dev.prescient.replay.Cause;
import dev.prescient.replay.ExploredMemory;
import dev.prescient.replay.Failure;
import dev.prescient.replay.Outcome;
import dev.prescient.replay.TargetRunner;
import dev.prescient.replay.schedule.ContextBound;
import dev.prescient.replay.trace.Recording;
import dev.prescient.runtime.control.Choices;
import dev.prescient.runtime.memory.MemoryHooks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The search of {@code explore --memory}: each load of a racy variable is a decision among the
 * latest value, the old ones that it sees (Adversarial Memory, PLDI 2010) and those that a racing
 * store was seen to write later (Prescient Memory, ISMM 2016). The last are found by runs without
 * them, and with others of them: a value that is new for a load is tried at all decisions about
 * that load, also those of earlier runs, so that the search is a fixpoint.
 *
 * <p>State: {@code guesses}, {@code decisions} and {@code notTried} grow from run to run; the rest
 * is of the present run. For the thread that runs the bodies; the {@link MemoryRun} has its own
 * lock.
 */
public final class MemorySearch implements ExploredMemory {
  /** Decisions about one load that are remembered. */
  private static final int MOST = 2_000;

  private final AgentContext context;
  private final int limit;
  private final boolean old;
  private final boolean future;
  private final Map<Occurrence, Set<String>> guesses = new HashMap<>();
  private final Map<Occurrence, List<Decision>> decisions = new HashMap<>();
  private @Nullable MemoryRun run;
  private @Nullable FutureValues predicted;
  private @Nullable ExploredReads reads;
  private boolean valid;
  private long notTried;

  /**
   * A decision about a load that was branched.
   *
   * @param run the decisions of its run
   * @param at its index among them
   * @param price of what comes before it
   */
  private record Decision(List<Recording.Choice> run, int at, int price) {}

  /** A search that begins. */
  public MemorySearch(AgentContext context) {
    this.context = context;
    String memory = context.options().text(AgentOption.MEMORY);
    limit = (int) context.options().number(AgentOption.VALUES);
    old = memory.equals("weak") || memory.equals("stale");
    future = memory.equals("weak") || memory.equals("future");
    if (old) {
      Choices.tellReads();
    }
  }

  @Override
  public void follow(List<Recording.Choice> prefix) {
    Map<String, String> taken = new HashMap<>();
    for (Recording.Choice c : prefix) {
      if (c.kind() == Recording.Kind.READ) {
        taken.put(c.thread() + "#" + c.n(), c.chosen());
      }
    }
    begin((thread, n, load, visible) -> taken.getOrDefault(thread + "#" + n, ReadChoice.LATEST));
  }

  @Override
  public void wander(long seed) {
    begin(new RandomReads(seed, guesses));
  }

  private void begin(ReadPlan plan) {
    RunValues values = new RunValues();
    FutureValues later = new FutureValues(values, old);
    ExploredReads explored = new ExploredReads(plan, old);
    predicted = later;
    reads = explored;
    MemoryRun model =
        new MemoryRun(
            context.sites(),
            limit,
            values,
            future ? later : null,
            new Injector(List.of(), explored, List.of(), values));
    run = model;
    MemoryHooks.install(model);
  }

  @Override
  public Outcome ended(Outcome outcome) {
    MemoryRun model = Objects.requireNonNull(run);
    Outcome all = outcome.with(model.injections());
    valid = all.valid();
    notTried += Objects.requireNonNull(reads).beyond();
    notTried += model.counts().getOrDefault("valuesDropped", 0L);
    notTried += model.counts().getOrDefault("readsDropped", 0L);
    return all;
  }

  @Override
  public List<Recording.Choice> told(List<Recording.Choice> choices) {
    List<ExploredReads.Point> points = Objects.requireNonNull(reads).points();
    List<Recording.Choice> told = new ArrayList<>(choices.size());
    int next = 0;
    for (Recording.Choice c : choices) {
      if (c.kind() != Recording.Kind.READ) {
        told.add(c);
        continue;
      }
      ExploredReads.Point p = points.get(next++);
      List<String> all = new ArrayList<>(p.visible());
      all.addAll(guesses.getOrDefault(p.load(), Set.of()));
      told.add(c.among(all, p.taken()));
    }
    return told;
  }

  @Override
  public List<ContextBound.Prefix> found(
      List<Recording.Choice> choices, BitSet branched, int price) {
    remember(choices, branched, price);
    List<ContextBound.Prefix> more = new ArrayList<>();
    if (!valid) {
      return more;
    }
    for (Map.Entry<Occurrence, Set<Value>> e :
        Objects.requireNonNull(predicted).found().entrySet()) {
      for (Value v : e.getValue()) {
        String guess = ReadChoice.guess(v);
        if (guesses.computeIfAbsent(e.getKey(), l -> new LinkedHashSet<>()).add(guess)) {
          for (Decision d : decisions.getOrDefault(e.getKey(), List.of())) {
            Recording.Choice other = d.run().get(d.at()).choosing(guess);
            more.add(new ContextBound.Prefix(d.run(), d.at(), other, d.price() + 1));
          }
        }
      }
    }
    return more;
  }

  private void remember(List<Recording.Choice> choices, BitSet branched, int price) {
    List<ExploredReads.Point> points = Objects.requireNonNull(reads).points();
    int next = 0;
    for (int i = 0; i < choices.size(); i++) {
      if (choices.get(i).kind() == Recording.Kind.READ) {
        Occurrence load = points.get(next++).load();
        List<Decision> known = decisions.computeIfAbsent(load, l -> new ArrayList<>());
        if (branched.get(i) && known.size() < MOST) {
          known.add(new Decision(choices, i, price));
        } else if (branched.get(i)) {
          notTried++;
        }
      }
    }
  }

  @Override
  public Cause cause(Outcome failed, Path home, Again again) {
    List<Candidate> candidates = Objects.requireNonNull(run).candidates();
    Map<String, Candidate> known = new HashMap<>();
    candidates.forEach(c -> known.put(c.id(), c));
    TargetRunner inThisJvm = o -> rerun(o, known, home, again);
    try {
      Classification c =
          new Counterfactual(
                  inThisJvm, (folder, guesses, sources) -> ByThread.ALONE, home, candidates)
              .classify(failed, r -> sameFailure(r.outcome(), failed));
      return switch (c.kind()) {
        case INTERLEAVING -> Cause.ORDER;
        case STALE -> Cause.STALE;
        case FUTURE, FUTURE_OPTIMIZER -> c.speculative() ? Cause.SPECULATIVE : Cause.JUSTIFIED;
        case THIN_AIR -> Cause.THIN_AIR;
      };
    } catch (IOException | InterruptedException e) {
      return failed.cause();
    }
  }

  private static boolean sameFailure(Outcome o, Outcome failed) {
    String failure = failed.failures().get(0).signature();
    return o.failures().stream().map(Failure::signature).anyMatch(failure::equals);
  }

  /** A re-execution as a process would have made it. */
  private TargetRunner.Result rerun(
      Map<AgentOption, String> o, Map<String, Candidate> known, Path home, Again again) {
    RunValues values = new RunValues();
    List<SpeculativeRead> injected =
        SpeculativeRead.parse(
            o.getOrDefault(AgentOption.INJECT, ""),
            o.getOrDefault(AgentOption.OFF, ""),
            known,
            home.toString());
    List<Long> probes = SpeculativeRead.probes(o.getOrDefault(AgentOption.PROBE, ""));
    MemoryRun model =
        new MemoryRun(
            context.sites(), limit, values, null, new Injector(injected, null, probes, values));
    MemoryHooks.install(model);
    Outcome outcome = again.run().with(model.injections());
    return new TargetRunner.Result(home, outcome, "", "", false);
  }

  @Override
  public long notTried() {
    return notTried;
  }

  @Override
  public void keep(Path home) throws IOException {
    CandidatesFile.write(
        home.resolve(CandidatesFile.NAME), Objects.requireNonNull(run).candidates());
  }
}
