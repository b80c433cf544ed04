package dev.prescient.cli.command;

import dev.prescient.cli.hunt.CapturingExplainer;
import dev.prescient.cli.hunt.Classifier;
import dev.prescient.cli.hunt.Explainer;
import dev.prescient.cli.hunt.Hunt;
import dev.prescient.cli.hunt.Systematic;
import dev.prescient.cli.target.Target;
import dev.prescient.replay.Explorer;
import dev.prescient.replay.memory.Classification;
import dev.prescient.replay.memory.Counterfactual;
import java.util.Map;

/** The real parts behind the pipeline's interfaces. */
final class Parts {
  private Parts() {}

  static Hunt.Parts of(Target target) {
    return new Hunt.Parts(target, classifier(), explainer(), systematic());
  }

  static Classifier classifier() {
    return (target, home, candidates, exposed, sameFailure) -> {
      Classification c =
          new Counterfactual(target, home, candidates).classify(exposed, sameFailure);
      return new Classifier.Classified(c.kind().text, c.finding(), c.speculative(), c.reason());
    };
  }

  static Explainer explainer() {
    return new CapturingExplainer();
  }

  static Systematic systematic() {
    return (target, input, preemptions, most, stop, observer) -> {
      Explorer.Explored e =
          new Explorer(target, input, Map.of()).explore(preemptions, most, stop, observer::ran);
      return new Systematic.Explored(e.schedules(), e.bound(), e.exhausted());
    };
  }
}
