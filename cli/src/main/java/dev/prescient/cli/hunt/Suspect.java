package dev.prescient.cli.hunt;

import dev.prescient.cli.report.Finding;
import dev.prescient.profiler.value.Candidate;
import dev.prescient.replay.Failure;
import dev.prescient.replay.Outcome;
import dev.prescient.replay.Outcome.Fate;
import dev.prescient.replay.Outcome.Injected;
import dev.prescient.replay.TargetRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A failing run that is not confirmed yet.
 *
 * @param input folder whose races the run was woven for
 * @param run what it left
 * @param failure the first it showed
 * @param candidates those that took effect: injected, or picked by the adversary
 */
record Suspect(Path input, TargetRunner.Result run, Failure failure, List<Candidate> candidates) {

  /**
   * A suspect.
   *
   * @param known candidates of the run's folder and its input
   */
  static Suspect of(Path input, TargetRunner.Result run, Failure failure, List<Candidate> known) {
    Map<String, Candidate> byId = new LinkedHashMap<>();
    known.forEach(c -> byId.put(c.id(), c));
    List<Candidate> used = new ArrayList<>();
    for (Injected i : run.outcome().injections()) {
      Candidate c = byId.get(i.candidate());
      if (c != null && i.fate() == Fate.VALIDATED) {
        used.add(c);
      }
    }
    return new Suspect(input, run, failure, used);
  }

  /** The injected loads, with the stores that made them legal. */
  List<Finding.Read> reads() {
    Map<String, String> validatedAt = new LinkedHashMap<>();
    for (Injected i : run.outcome().injections()) {
      validatedAt.put(i.candidate(), i.validatedAt());
    }
    return candidates.stream()
        .map(c -> Finding.Read.of(c, validatedAt.getOrDefault(c.id(), "")))
        .toList();
  }

  /** What the run's agent saw. */
  Outcome outcome() {
    return run.outcome();
  }

  /** Ids to inject. */
  String inject() {
    return String.join(":", candidates.stream().map(Candidate::id).toList());
  }

  /** Which suspects are one: kind, exception, site, variable, load. */
  String key() {
    String load = candidates.isEmpty() ? "" : candidates.get(0).loadSite();
    String variable = candidates.isEmpty() ? "" : candidates.get(0).variable();
    return signature(failure) + "|" + variable + "|" + load;
  }

  /** What makes two failures the same to a user. */
  static String signature(Failure f) {
    return f.signature();
  }
}
