package dev.prescient.replay.memory;

import dev.prescient.agent.AgentOption;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.replay.Outcome;
import dev.prescient.replay.Outcome.Fate;
import dev.prescient.replay.Outcome.Injected;
import dev.prescient.replay.TargetRunner;
import dev.prescient.replay.memory.Classification.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Classifies an exposed failure by re-execution: a store may be read early only if it happens
 * anyway without the early read. Each re-execution follows the recorded thread order of the exposed
 * run, with the guesses justified so far on and the others off; a guess is justified if the thread
 * that validated it still stores that value, not ordered after the load. At most |F| runs, and as
 * many for each of three probes: numbers that loads get instead of their guesses, to see whether a
 * store depends on them.
 *
 * <p>Simpler than the full test: after a load whose guess is off, a thread keeps none of its old
 * values, whether they depend on that load or not; only the cut of the exposed run is tried; output
 * that the exposed run did not make is not looked for.
 */
public final class Counterfactual {
  /** What all loads get instead of a guess: survives if no compiler needs to know ranges. */
  private static final String SAME = "1000003";

  /** What each load gets instead of its guess, to see whether the store depends on it. */
  private static final List<String> DIFFERENT =
      List.of("-1000003:-1000037:-1000081", "1000039:1000099:1000119");

  private final TargetRunner runner;
  private final Path exposedRun;
  private final Map<String, Candidate> candidates = new LinkedHashMap<>();
  private int runs;

  /**
   * A test of one failure.
   *
   * @param exposedRun the run's folder: its recording is followed, its candidates are injected
   * @param candidates those of the run
   */
  public Counterfactual(TargetRunner runner, Path exposedRun, List<Candidate> candidates) {
    this.runner = runner;
    this.exposedRun = exposedRun;
    for (Candidate c : candidates) {
      this.candidates.put(c.id(), c);
    }
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
      if (i.fate() == Fate.VALIDATED) {
        (i.chain() != 0 ? guesses : stale).add(i);
      }
    }
    if (guesses.isEmpty() && stale.isEmpty()) {
      return verdict(Kind.INTERLEAVING, "every load returned the latest value");
    }
    if (sameFailure.test(run(List.of(), List.of(), null))) {
      return verdict(
          Kind.INTERLEAVING,
          "the same order of threads fails with every load returning the latest");
    }
    if (guesses.isEmpty()) {
      return verdict(Kind.STALE, staleReason(stale));
    }
    List<Justification> latest = justify(guesses, stale, null);
    if (latest.size() < guesses.size()) {
      return verdict(Kind.THIN_AIR, thinAirReason(guesses, latest));
    }
    if (independent(latest, guesses) && survivesProbes(guesses, stale)) {
      return verdict(Kind.FUTURE, futureReason(guesses));
    }
    boolean anyValue = justify(guesses, stale, SAME).size() == guesses.size();
    return new Classification(
        Kind.FUTURE_OPTIMIZER, !anyValue, optimizerReason(guesses, latest, anyValue), runs);
  }

  private boolean survivesProbes(List<Injected> guesses, List<Injected> stale)
      throws IOException, InterruptedException {
    for (String probe : DIFFERENT) {
      if (!independent(justify(guesses, stale, probe), guesses)) {
        return false;
      }
    }
    return true;
  }

  private static boolean independent(List<Justification> justified, List<Injected> guesses) {
    return justified.size() == guesses.size()
        && justified.stream().allMatch(Justification::independent);
  }

  /**
   * A guess that is justified.
   *
   * @param guess in the exposed run
   * @param found in the re-execution where it was off
   */
  private record Justification(Injected guess, Injected found) {
    boolean independent() {
      return guess.chain() == found.chain();
    }
  }

  private List<Justification> justify(
      List<Injected> guesses, List<Injected> stale, @Nullable String probe)
      throws IOException, InterruptedException {
    List<Justification> justified = new ArrayList<>();
    List<Injected> on = new ArrayList<>(stale);
    List<Injected> off = new ArrayList<>(guesses);
    while (!off.isEmpty()) {
      Map<String, Injected> found = new LinkedHashMap<>();
      for (Injected i : run(on, off, probe).outcome().injections()) {
        found.put(i.candidate(), i);
      }
      List<Injected> now = new ArrayList<>();
      for (Injected guess : off) {
        Injected f = found.get(guess.candidate());
        if (f != null && f.fate() == Fate.VALIDATED) {
          now.add(guess);
          justified.add(new Justification(guess, f));
        }
      }
      if (now.isEmpty()) {
        break;
      }
      on.addAll(now);
      off.removeAll(now);
    }
    return justified;
  }

  private TargetRunner.Result run(List<Injected> on, List<Injected> off, @Nullable String probe)
      throws IOException, InterruptedException {
    Map<AgentOption, String> options = new EnumMap<>(AgentOption.class);
    options.put(AgentOption.MODE, "replay");
    options.put(AgentOption.STRATEGY, "replay");
    options.put(AgentOption.RUN, exposedRun.toString());
    options.put(
        AgentOption.INJECT, String.join(":", on.stream().map(Injected::candidate).toList()));
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
    runs++;
    return runner.run(options);
  }

  private Classification verdict(Kind kind, String reason) {
    return new Classification(kind, false, reason, runs);
  }

  private String staleReason(List<Injected> stale) {
    Injected i = stale.get(0);
    Candidate c = candidates.get(i.candidate());
    return c == null
        ? "old values that no ordering hides from their loads"
        : "the load of "
            + c.variable()
            + " at "
            + c.loadSite()
            + " returned the old "
            + c.value().text()
            + (c.hold() ? " for ever" : "")
            + ": no synchronisation hides it ("
            + c.storeSite()
            + ")"
            + (stale.size() > 1 ? ", and " + (stale.size() - 1) + " more" : "");
  }

  private String futureReason(List<Injected> guesses) {
    Injected i = guesses.get(0);
    return guess(i)
        + " which "
        + i.validatedAt()
        + " stores later whatever the load returned: the load took effect after a later store"
        + more(guesses);
  }

  private String optimizerReason(
      List<Injected> guesses, List<Justification> justified, boolean anyValue) {
    String range = anyValue ? "" : " that knows the range of the values";
    for (Justification j : justified) {
      if (!j.independent()) {
        return guess(j.guess())
            + " which "
            + j.guess().validatedAt()
            + " stores because of it; without it the same value is stored "
            + (j.guess().validatedAt().equals(j.found().validatedAt())
                ? "there, reached in another way"
                : "at " + j.found().validatedAt())
            + ", so only a compiler"
            + range
            + " leads there";
      }
    }
    return guess(guesses.get(0))
        + " which "
        + guesses.get(0).validatedAt()
        + " stores without it too, but not for every value: only a compiler"
        + range
        + " leads there";
  }

  private String thinAirReason(List<Injected> guesses, List<Justification> justified) {
    for (Injected i : guesses) {
      if (justified.stream().noneMatch(j -> j.guess().equals(i))) {
        return guess(i) + " which is stored only because the load returned it";
      }
    }
    throw new IllegalArgumentException("every guess is justified");
  }

  private String guess(Injected i) {
    Candidate c = candidates.get(i.candidate());
    return c == null
        ? "a load returned a value"
        : "the load of "
            + c.variable()
            + " at "
            + c.loadSite()
            + " returned "
            + c.value().text()
            + ",";
  }

  private static String more(List<Injected> guesses) {
    return guesses.size() > 1 ? " (and " + (guesses.size() - 1) + " more)" : "";
  }
}
