package dev.prescient.cli.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.cli.memory.Enumerator.Reach;
import dev.prescient.cli.memory.LitmusEntry.Should;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The enumerator against the verdicts of the corpus, which others computed. */
class EnumeratorTest {
  static List<LitmusEntry> corpus() throws IOException {
    return LitmusEntry.all();
  }

  private static Set<Reach> reach(LitmusEntry entry) {
    Set<Integer> guesses = new TreeSet<>();
    if (entry.outcome().condition() != null) {
      entry.outcome().condition().constants().forEach(guesses::add);
    }
    Set<Reach> all = EnumSet.noneOf(Reach.class);
    for (Map.Entry<FinalState, Set<Reach>> e :
        Enumerator.reach(entry.program(), guesses).entrySet()) {
      if (entry.outcome().holds(e.getKey())) {
        all.addAll(e.getValue());
      }
    }
    return all;
  }

  @ParameterizedTest
  @MethodSource("corpus")
  void outcome_isReachedAsTheCorpusSays(LitmusEntry entry) {
    Set<Reach> reach = reach(entry);
    assertThat(reach.contains(Reach.CONSISTENT)).isEqualTo(entry.hbConsistent());
    assertThat(reach.contains(Reach.INTERLEAVING)).isEqualTo(entry.sc());
    assertThat(reach.contains(Reach.PAST))
        .isEqualTo(Set.of("interleaving", "stale").contains(entry.needs()));
    assertThat(reach.contains(Reach.ACYCLIC))
        .isEqualTo(Set.of("a", "b", "c").contains(entry.kind()));
    assertThat(reach.contains(Reach.JUSTIFIED)).isEqualTo(entry.should() == Should.EXPOSE);
    assertThat(reach.contains(Reach.ROBUST))
        .isEqualTo(entry.should() == Should.EXPOSE && !entry.kind().equals("d2"));
  }
}
