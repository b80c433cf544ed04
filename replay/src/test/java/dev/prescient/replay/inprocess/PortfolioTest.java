package dev.prescient.replay.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.replay.schedule.ContextBound;
import dev.prescient.replay.schedule.Pct;
import dev.prescient.replay.schedule.Pos;
import dev.prescient.replay.schedule.RandomStrategy;
import dev.prescient.replay.schedule.ReplayStrategy;
import dev.prescient.replay.trace.Recording;
import dev.prescient.runtime.control.KeepRunning;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortfolioTest {
  private static final Recording.Header HEADER =
      new Recording.Header("", "", 1, 0, "", List.of(), List.of());

  private static Portfolio portfolio(String only, long most) {
    return new Portfolio(
        HEADER, new Frontier(0, 0, 0, new ContextBound(1, true)), only, "", 1, most);
  }

  /** A run with two decisions, at each of which another thread could have been chosen. */
  private static final List<Recording.Choice> TWO = List.of(choice(1), choice(2));

  private static Recording.Choice choice(int n) {
    return new Recording.Choice(
        Recording.Kind.THREAD, "0", n, "0", false, false, true, List.of("0", "0.1"), 0, "");
  }

  @Test
  void portfolio_isSystematicAndRandomInTurn() {
    Portfolio p = portfolio("", 1_000);
    assertThat(p.next().orElseThrow()).isInstanceOf(KeepRunning.class);
    p.ran(TWO, true);
    assertThat(p.next().orElseThrow()).isInstanceOf(RandomStrategy.class);
    assertThat(p.learns()).isFalse();
    assertThat(p.next().orElseThrow()).isInstanceOf(ReplayStrategy.class);
    assertThat(p.learns()).isTrue();
    p.ran(TWO, true);
    assertThat(p.next().orElseThrow()).isInstanceOf(RandomStrategy.class);
    assertThat(p.next().orElseThrow()).isInstanceOf(ReplayStrategy.class);
    p.ran(TWO, true);
    assertThat(p.next().orElseThrow()).isInstanceOf(Pct.class);
  }

  @Test
  void portfolio_whereAllIsKnown_endsWithItsHundredRandomOnes() {
    Portfolio p = portfolio("", 1_000);
    assertThat(p.next().orElseThrow()).isInstanceOf(KeepRunning.class);
    assertThat(p.learns()).isTrue();
    p.ran(List.of(), true); // nothing else could have been chosen: all is known
    for (int i = 0; i < 100; i++) {
      assertThat(p.next().orElseThrow())
          .isInstanceOf(i % 4 == 3 ? Pos.class : i % 4 == 2 ? Pct.class : RandomStrategy.class);
      assertThat(p.learns()).isFalse();
    }
    assertThat(p.next()).isEmpty();
    assertThat(p.exhausted()).isTrue();
    assertThat(p.done()).isTrue();
    assertThat(p.exhaustedBound()).isEqualTo(1);
  }

  @Test
  void systematicOnesThatTellNothing_areFollowedByRandomOnes() {
    Portfolio p = portfolio("", 6);
    assertThat(p.next()).isPresent();
    p.ran(TWO, true);
    assertThat(p.next()).isPresent();
    assertThat(p.next().orElseThrow()).isInstanceOf(ReplayStrategy.class);
    p.ran(List.of(), true); // it did not follow
    for (int i = 0; i < 3; i++) { // the later half
      assertThat(p.next()).isPresent();
      assertThat(p.learns()).isFalse();
    }
    assertThat(p.next()).isEmpty();
    assertThat(p.exhausted()).isFalse();
  }

  @Test
  void budgetUsed_isNotExhausted() {
    Portfolio p = portfolio("", 2);
    assertThat(p.next()).isPresent();
    p.ran(TWO, true);
    assertThat(p.next()).isPresent();
    assertThat(p.next()).isEmpty();
    assertThat(p.exhausted()).isFalse();
  }

  @Test
  void aRunThatWasCut_leavesTheBoundOpen() {
    Portfolio p = portfolio("icb", 8);
    assertThat(p.next()).isPresent();
    p.ran(List.of(), false);
    assertThat(p.next()).isEmpty();
    assertThat(p.exhausted()).isFalse();
    assertThat(p.exhaustedBound()).isEqualTo(-1);
  }

  @Test
  void oneStrategy_isTheOnlyOne() {
    Portfolio p = portfolio("pct", 3);
    for (int i = 0; i < 3; i++) {
      assertThat(p.next().orElseThrow()).isInstanceOf(Pct.class);
    }
    assertThat(p.next()).isEmpty();
  }

  @Test
  void lengthOfRuns_followsThemAndForgetsOneThatIsMuchLonger() {
    Portfolio p = portfolio("pct", 100);
    p.took(20);
    assertThat(p.length()).isEqualTo(20);
    p.took(4_000_000_000L);
    for (int i = 0; i < 90; i++) {
      p.took(20);
    }
    assertThat(p.length()).isBetween(20, 24);
  }

  @Test
  void anotherJvm_goesOnWhereOneStopped() {
    Portfolio first = portfolio("", 1_000);
    assertThat(first.next()).isPresent();
    first.ran(TWO, true);
    assertThat(first.next()).isPresent();
    Portfolio second = new Portfolio(HEADER, first.left(), "", "", 1, 1_000);
    assertThat(second.next().orElseThrow()).isInstanceOf(ReplayStrategy.class);
  }
}
