package dev.prescient.cli.hunt;

import dev.prescient.profiler.value.Candidate;
import dev.prescient.replay.Outcome;
import dev.prescient.replay.TargetRunner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;

/** Tells what an exposed failure is, by running it again; a fake in tests. */
public interface Classifier {
  /**
   * A class of behaviour.
   *
   * @param memoryClass {@code interleaving}, {@code stale}, {@code future}, …
   * @param finding whether it may be reported
   * @param speculative whether only knowledge of value ranges leads there
   * @param reason one line
   */
  record Classified(String memoryClass, boolean finding, boolean speculative, String reason) {}

  /**
   * Classifies.
   *
   * @param home folder with the failing run's recording, races and candidates
   * @param candidates injected in it
   * @param exposed what the failing run left
   * @param sameFailure whether a run fails alike
   */
  Classified classify(
      TargetRunner target,
      Path home,
      List<Candidate> candidates,
      Outcome exposed,
      Predicate<TargetRunner.Result> sameFailure)
      throws IOException, InterruptedException;
}
