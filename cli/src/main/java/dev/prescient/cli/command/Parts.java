package dev.prescient.cli.command;

import dev.prescient.cli.hunt.Classifier;
import dev.prescient.cli.hunt.Explainer;
import dev.prescient.cli.hunt.Hunt;
import dev.prescient.cli.hunt.Systematic;
import dev.prescient.cli.target.Target;
import dev.prescient.replay.memory.Classification;
import dev.prescient.replay.memory.Counterfactual;

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
    return (target, home, rerun, finding, encoding) -> {
      throw new Explainer.Unexplained("the slicer has not landed");
    };
  }

  static Systematic systematic() {
    return (target, input, preemptions, most, stop, observer) ->
        new Systematic.Explored(0, -1, false);
  }
}
