package dev.prescient.replay.inprocess;

import static org.assertj.core.api.Assertions.assertThat;

import dev.prescient.replay.schedule.ContextBound;
import dev.prescient.replay.schedule.Pct;
import dev.prescient.replay.schedule.Pos;
import dev.prescient.replay.schedule.RandomStrategy;
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

  @Test
  void portfolio_isRandomFirst_thenSystematicToTheEnd() {
    Portfolio p = portfolio("", 1_000);
    for (int i = 0; i < 100; i++) {
      assertThat(p.next().orElseThrow())
          .isInstanceOf(i % 4 == 3 ? Pos.class : i % 4 == 2 ? Pct.class : RandomStrategy.class);
      assertThat(p.learns()).isFalse();
    }
    assertThat(p.next().orElseThrow()).isInstanceOf(KeepRunning.class);
    assertThat(p.learns()).isTrue();
    p.ran(List.of(), true);
    assertThat(p.next()).isEmpty();
    assertThat(p.exhausted()).isTrue();
    assertThat(p.done()).isTrue();
    assertThat(p.exhaustedBound()).isEqualTo(1);
  }

  @Test
  void systematicOnesThatTellNothing_areFollowedByRandomOnes() {
    Portfolio p = portfolio("", 4);
    assertThat(p.next()).isPresent();
    assertThat(p.next()).isPresent();
    assertThat(p.next().orElseThrow()).isInstanceOf(Pct.class); // the later half
    assertThat(p.next()).isPresent();
    assertThat(p.next()).isEmpty();
    assertThat(p.exhausted()).isFalse();
  }

  @Test
  void budgetUsed_isNotExhausted() {
    Portfolio p = portfolio("", 2);
    assertThat(p.next()).isPresent();
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
  void anotherJvm_goesOnWhereOneStopped() {
    Portfolio first = portfolio("", 1_000);
    for (int i = 0; i < 100; i++) {
      assertThat(first.next()).isPresent();
    }
    Portfolio second = new Portfolio(HEADER, first.left(), "", "", 1, 1_000);
    assertThat(second.next().orElseThrow()).isInstanceOf(KeepRunning.class);
  }
}
