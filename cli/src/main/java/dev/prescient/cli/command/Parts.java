package dev.prescient.cli.command;

import dev.prescient.agent.AgentOption;
import dev.prescient.cli.hunt.CapturedDependences;
import dev.prescient.cli.hunt.CapturingExplainer;
import dev.prescient.cli.hunt.Classifier;
import dev.prescient.cli.hunt.Deadline;
import dev.prescient.cli.hunt.Explainer;
import dev.prescient.cli.hunt.Hunt;
import dev.prescient.cli.hunt.Systematic;
import dev.prescient.cli.target.Target;
import dev.prescient.profiler.race.RaceReport;
import dev.prescient.replay.Explorer;
import dev.prescient.replay.InProcessExplorer;
import dev.prescient.replay.TargetRunner;
import dev.prescient.replay.memory.Classification;
import dev.prescient.replay.memory.Counterfactual;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** The real parts behind the pipeline's interfaces. */
final class Parts {
  /** Of the time of an exploration, one part of so many is kept for confirming failures. */
  private static final int CONFIRMED = 10;

  private Parts() {}

  static Hunt.Parts of(Target target, Systematic systematic) {
    return new Hunt.Parts(target, classifier(), explainer(), systematic);
  }

  static Classifier classifier() {
    return (target, home, candidates, exposed, sameFailure) -> {
      Classification c =
          new Counterfactual(target, CapturedDependences::of, home, candidates)
              .classify(exposed, sameFailure);
      return new Classifier.Classified(c.kind().text, c.finding(), c.speculative(), c.reason());
    };
  }

  static Explainer explainer() {
    return new CapturingExplainer();
  }

  /** Many schedules in one JVM, of a program given by an entry. */
  static Systematic inProcess(
      Map<AgentOption, String> more, Duration time, InProcessExplorer.Progress progress) {
    Deadline deadline = new Deadline(time);
    return new Systematic() {
      @Override
      public Explored explore(
          TargetRunner target,
          Path input,
          int preemptions,
          long most,
          BooleanSupplier stop,
          Observer observer)
          throws IOException, InterruptedException {
        InProcessExplorer explorer = explorer(target, input);
        Explorer.Explored e = explorer.explore(preemptions, most, stop, observer::ran);
        return new Explored(e.schedules(), e.bound(), e.exhausted(), explorer.counts());
      }

      @Override
      public boolean inOneJvm() {
        return true;
      }

      @Override
      public List<RaceReport> races(TargetRunner target, Path input)
          throws IOException, InterruptedException {
        return explorer(target, input).races();
      }

      private InProcessExplorer explorer(TargetRunner target, Path input) {
        Duration left = deadline.left().minus(time.dividedBy(CONFIRMED));
        return new InProcessExplorer(target, input, more, left, progress);
      }
    };
  }

  static Systematic systematic() {
    return (target, input, preemptions, most, stop, observer) -> {
      Explorer.Explored e =
          new Explorer(target, input, Map.of()).explore(preemptions, most, stop, observer::ran);
      return new Systematic.Explored(e.schedules(), e.bound(), e.exhausted());
    };
  }
}
