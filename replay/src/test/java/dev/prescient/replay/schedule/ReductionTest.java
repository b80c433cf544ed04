package dev.prescient.replay.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Context bounding against an enumerator of all orders, on random small programs: the reduced
 * exploration ends in the same states, and in no fewer runs than there are happens-before graphs.
 */
class ReductionTest {
  private static final int UNBOUNDED = 40;

  /** What an exploration found. */
  private record Explored(int runs, Set<String> ends, Set<Long> graphs) {}

  private static Explored explore(SmallProgram program, int preemptions, boolean reduced) {
    ContextBound bound = new ContextBound(preemptions, reduced);
    Set<String> ends = new TreeSet<>();
    Set<Long> graphs = new HashSet<>();
    int runs = 0;
    for (Optional<ContextBound.Prefix> p = bound.next(); p.isPresent(); p = bound.next()) {
      SmallProgram.Run run = program.run(p.get().choices());
      bound.ran(p.get(), run.choices());
      runs++;
      ends.add(run.end());
      graphs.add(run.graph());
    }
    assertThat(bound.diverged()).isZero();
    return new Explored(runs, ends, graphs);
  }

  static LongStream seeds() {
    return LongStream.range(0, 60);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void reduced_withoutBound_endsAsEveryOrderDoes(long seed) {
    SmallProgram program = SmallProgram.random(seed);
    Explored reduced = explore(program, UNBOUNDED, true);
    assertThat(reduced.ends()).as("%s", program).isEqualTo(program.ends());
    assertThat(reduced.runs()).isGreaterThanOrEqualTo(reduced.graphs().size());
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void reduced_withABound_endsAsThePlainOneDoes(long seed) {
    SmallProgram program = SmallProgram.random(seed);
    for (int preemptions = 0; preemptions <= 2; preemptions++) {
      Explored plain = explore(program, preemptions, false);
      Explored reduced = explore(program, preemptions, true);
      assertThat(reduced.ends()).as("%s", program).isEqualTo(plain.ends());
      assertThat(reduced.graphs()).isEqualTo(plain.graphs());
      assertThat(reduced.runs()).isBetween(plain.graphs().size(), plain.runs());
    }
  }

  @Test
  void reduced_withThreePreemptions_runsFarLess() {
    long plain = 0;
    long reduced = 0;
    for (long seed = 0; seed < 20; seed++) {
      plain += explore(SmallProgram.random(seed), 3, false).runs();
      reduced += explore(SmallProgram.random(seed), 3, true).runs();
    }
    assertThat(reduced).isLessThan(plain / 2);
  }

  @Test
  void locksInOppositeOrder_deadlockIsAmongTheEnds() {
    SmallProgram program = SmallProgram.deadlock();
    assertThat(explore(program, 1, true).ends()).isEqualTo(program.ends()).hasSize(2);
  }
}
