package dev.prescient.replay.memory;

import dev.prescient.agent.AgentOption;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.profiler.value.Occurrence;
import dev.prescient.replay.Outcome;
import dev.prescient.replay.Outcome.Fate;
import dev.prescient.replay.Outcome.Injected;
import dev.prescient.replay.TargetRunner;
import dev.prescient.replay.memory.Classification.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Classifies an exposed failure: by what depends on its guesses in the run itself, and by
 * re-execution. A store may be read early only if it happens anyway without the early read. Each
 * re-execution follows the recorded thread order of the exposed run, with the guesses justified so
 * far on and the others off; old values that do not depend on those are kept. A guess is justified
 * if the thread that validated it still stores that value, not ordered after the load, and not
 * after output that the exposed run did not make, in a run that is coherent if the exposed one is.
 * At most |F| runs, as many with a probe (a number that loads get instead of their guesses), one
 * with the capture of events.
 *
 * <p>Simpler than the full test: only the cut of the exposed run is tried.
 */
public final class Counterfactual {
  /** What all loads get instead of a guess: survives if no compiler needs to know ranges. */
  private static final List<String> PROBES = List.of("-1000003", "1000003");

  private static final String INCOHERENT =
      "; incoherent: loads of one variable disagree on the order of its stores, as only a compiler"
          + " makes them";

  private final TargetRunner runner;
  private final Dependences.Analysis analysis;
  private final Path exposedRun;
  private final Map<String, Candidate> candidates = new HashMap<>();
  private final Reasons reasons;
  private boolean incoherent;
  private int runs;

  /**
   * A test of one failure.
   *
   * @param exposedRun the run's folder: its recording is followed, its candidates are injected
   * @param candidates those of the run
   */
  public Counterfactual(
      TargetRunner runner,
      Dependences.Analysis analysis,
      Path exposedRun,
      List<Candidate> candidates) {
    this.runner = runner;
    this.analysis = analysis;
    this.exposedRun = exposedRun;
    for (Candidate c : candidates) {
      this.candidates.put(c.id(), c);
    }
    reasons = new Reasons(this.candidates);
  }

  /**
   * Classifies the failure.
   *
   * @param exposed outcome of the exposed run; every guess in it is validated
   * @param sameFailure whether a run shows the failure in question
   * @throws IOException if a run cannot be started or read
   */
  public Classification classify(Outcome exposed, Predicate<TargetRunner.Result> sameFailure)
      throws IOException, InterruptedException {
    List<Injected> guesses = new ArrayList<>();
    List<Injected> stale = new ArrayList<>();
    for (Injected i : exposed.injections()) {
      if (i.fate() == Fate.VALIDATED && candidates.containsKey(i.candidate())) {
        (i.guessed() ? guesses : stale).add(i);
      }
    }
    incoherent = incoherent(exposed);
    if (guesses.isEmpty() && stale.isEmpty()) {
      return verdict(Kind.INTERLEAVING, "every load returned the latest value");
    }
    if (sameFailure.test(run(replay(List.of())))) {
      return verdict(
          Kind.INTERLEAVING,
          "the same order of threads fails with every load returning the latest");
    }
    if (guesses.isEmpty()) {
      return verdict(Kind.STALE, reasons.stale(stale));
    }
    Dependences d = dependences(guesses, stale);
    Map<Injected, Injected> justified = justify(guesses, stale, d, null);
    if (justified.size() < guesses.size()) {
      guesses.removeAll(justified.keySet());
      return verdict(Kind.THIN_AIR, reasons.thinAir(guesses.get(0)));
    }
    Injected own = leadsToItself(guesses, d);
    if (own == null) {
      return verdict(Kind.FUTURE, reasons.future(guesses));
    }
    boolean anyValue = survivesProbes(guesses, stale, d);
    String reason = reasons.optimizer(own, justified.getOrDefault(own, own), anyValue, d.note());
    return verdict(Kind.FUTURE_OPTIMIZER, !anyValue, reason);
  }

  private boolean survivesProbes(List<Injected> guesses, List<Injected> stale, Dependences d)
      throws IOException, InterruptedException {
    for (String probe : PROBES) {
      if (justify(guesses, stale, d, probe).size() < guesses.size()) {
        return false;
      }
    }
    return true;
  }

  // Dependences in the exposed run.

  private Dependences dependences(List<Injected> guesses, List<Injected> stale)
      throws IOException, InterruptedException {
    List<Injected> all = new ArrayList<>(guesses);
    all.addAll(stale);
    Map<AgentOption, String> options = replay(all);
    options.put(AgentOption.MODE, "trace");
    try {
      TargetRunner.Result captured = run(options);
      Map<Occurrence, Occurrence> sources = new HashMap<>();
      for (Injected i : stale) {
        if (i.validatedBy() != null) {
          sources.put(load(i), i.validatedBy());
        }
      }
      List<Occurrence> loads = guesses.stream().map(this::load).toList();
      Dependences d = analysis.of(captured.folder(), loads, sources);
      return guesses.stream().allMatch(i -> happened(i, captured.outcome(), d))
          ? d
          : Dependences.unknown("the run went another way when it was captured");
    } catch (IOException e) {
      return Dependences.unknown("the run cannot be captured: " + e.getMessage());
    }
  }

  /** Whether a captured run shows a guess validated by the same store as in the exposed run. */
  private boolean happened(Injected guess, Outcome captured, Dependences d) {
    Occurrence store = guess.validatedBy();
    return store != null
        && d.visits(store.thread(), store.site()) >= store.n()
        && d.visits(load(guess).thread(), load(guess).site()) >= load(guess).n()
        && captured.injections().stream()
            .anyMatch(
                i -> i.candidate().equals(guess.candidate()) && store.equals(i.validatedBy()));
  }

  private Occurrence load(Injected i) {
    return candidate(i).load();
  }

  private Candidate candidate(Injected i) {
    return Objects.requireNonNull(candidates.get(i.candidate()));
  }

  /** A guess that leads to the store that validates it, by itself or over other guesses. */
  private @Nullable Injected leadsToItself(List<Injected> guesses, Dependences d) {
    for (Injected guess : guesses) {
      Deque<Injected> open = new ArrayDeque<>(List.of(guess));
      Set<Injected> reached = new HashSet<>();
      while (!open.isEmpty()) {
        Injected from = open.remove();
        for (Injected to : guesses) {
          Occurrence store = to.validatedBy();
          if (store != null && d.leads(load(from), store) && reached.add(to)) {
            open.add(to);
          }
        }
      }
      if (reached.contains(guess)) {
        return guess;
      }
    }
    return null;
  }

  /** Whether what an old value was loaded for depends on guesses that are off. */
  private boolean depends(Injected stale, List<Injected> off, Dependences d) {
    Candidate c = candidate(stale);
    Occurrence first = c.load();
    int last = c.hold() ? d.visits(first.thread(), first.site()) : first.n();
    for (Injected guess : off) {
      for (int n = first.n(); n <= last; n++) {
        if (d.leads(load(guess), new Occurrence(first.thread(), first.site(), n))) {
          return true;
        }
      }
    }
    return false;
  }

  // Re-execution.

  /** The justified guesses, each with what became of it in the re-execution where it was off. */
  private Map<Injected, Injected> justify(
      List<Injected> guesses, List<Injected> stale, Dependences d, @Nullable String probe)
      throws IOException, InterruptedException {
    Map<Injected, Injected> justified = new LinkedHashMap<>();
    List<Injected> off = new ArrayList<>(guesses);
    while (!off.isEmpty()) {
      List<Injected> on = new ArrayList<>(justified.keySet());
      stale.stream().filter(s -> !depends(s, off, d)).forEach(on::add);
      Outcome without = run(counterfactual(on, off, probe)).outcome();
      if (incoherent(without) && !incoherent) {
        break;
      }
      Map<String, Injected> found = new HashMap<>();
      for (Injected i : without.injections()) {
        found.put(i.candidate(), i);
      }
      for (Injected guess : off) {
        Injected f = found.get(guess.candidate());
        if (f != null && f.fate() == Fate.VALIDATED && wroteOut(f.outputBefore(), d)) {
          justified.put(guess, f);
        }
      }
      if (!off.removeAll(justified.keySet())) {
        break;
      }
    }
    return justified;
  }

  private static boolean incoherent(Outcome run) {
    return run.counts().getOrDefault(MemoryRun.INCOHERENT, 0L) > 0;
  }

  /** Whether the exposed run performed external actions, too. */
  private static boolean wroteOut(List<Occurrence> actions, Dependences d) {
    return actions.stream().allMatch(a -> a.n() <= d.visits(a.thread(), a.site()));
  }

  private Map<AgentOption, String> counterfactual(
      List<Injected> on, List<Injected> off, @Nullable String probe) {
    Map<AgentOption, String> options = replay(on);
    List<String> watched = new ArrayList<>();
    for (Injected i : off) {
      if (i.validatedBy() != null) {
        watched.add(i.candidate() + "@" + i.validatedBy().thread());
      }
    }
    options.put(AgentOption.OFF, String.join(":", watched));
    if (probe != null) {
      options.put(AgentOption.PROBE, probe);
    }
    return options;
  }

  private Map<AgentOption, String> replay(List<Injected> on) {
    Map<AgentOption, String> options = new EnumMap<>(AgentOption.class);
    options.put(AgentOption.MODE, "replay");
    options.put(AgentOption.STRATEGY, "replay");
    options.put(AgentOption.RUN, exposedRun.toString());
    options.put(
        AgentOption.INJECT, String.join(":", on.stream().map(Injected::candidate).toList()));
    return options;
  }

  private TargetRunner.Result run(Map<AgentOption, String> options)
      throws IOException, InterruptedException {
    runs++;
    return runner.run(options);
  }

  private Classification verdict(Kind kind, String reason) {
    return verdict(kind, false, reason);
  }

  private Classification verdict(Kind kind, boolean speculative, String reason) {
    return new Classification(kind, speculative, incoherent ? reason + INCOHERENT : reason, runs);
  }
}
