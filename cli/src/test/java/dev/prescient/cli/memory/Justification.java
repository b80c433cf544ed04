package dev.prescient.cli.memory;

import dev.prescient.cli.memory.OrderedExecution.Guess;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The counterfactual test of docs/memory-semantics.md on the notation: a value may be read early
 * only if it is written anyway without the early read. Guesses that are justified so far are kept,
 * the others are off; those whose writer writes the value all the same, not after the load, become
 * justified, and so on.
 */
final class Justification {
  private Justification() {}

  /**
   * Whether all guesses of an execution are justified.
   *
   * @param probe what loads return whose guess is off, or null for the latest value
   */
  static boolean holds(Program program, OrderedExecution exposed, @Nullable Integer probe) {
    Map<Occurrence, Guess> guesses = exposed.guesses();
    Set<Occurrence> justified = new HashSet<>();
    List<Occurrence> more = new ArrayList<>();
    do {
      justified.addAll(more);
      more.clear();
      Reexecution run = Reexecution.run(program, exposed, justified, probe);
      guesses.forEach(
          (load, guess) -> {
            if (!justified.contains(load) && run.justifies(load, guess)) {
              more.add(load);
            }
          });
    } while (!more.isEmpty());
    return justified.size() == guesses.size();
  }
}
